import { directiveNode } from '../document/directiveNode.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import type { SharedDefinitions } from '../document/Version.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import { findNearest } from '../errors/findNearest.ts';
import { listValues } from '../errors/listValues.ts';

/** The document with the lookup that it names. Refuses one that the version lacks, and one beside a lookup in the file. */
export function withLookup(
  source: EndpointDocument,
  { lookups }: Pick<SharedDefinitions, 'lookups'>,
  report: ReportDiagnostic,
): EndpointDocument {
  const { lookup: name, ...endpoint } = source.endpoint;
  if (name === undefined) return source;
  const at = directiveNode(source.operation, 'endpoint', 'lookup');
  if (source.lookup) {
    const message = `lookup "${name}" is beside the lookup query of the file.`;
    report(at, message, 'Remove one of the two.');
    return { ...source, endpoint };
  }
  const lookup = lookups.get(name);
  if (!lookup) report(at, `lookup "${name}" is not in lookups/.`, hintOf(name, [...lookups.keys()].sort()));
  return { ...source, lookup };
}

function hintOf(name: string, known: readonly string[]): string {
  const nearest = findNearest(name, known);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  return known.length > 0
    ? `Known lookups are ${listValues(known)}.`
    : `Add the file lookups/${name}.graphql with "query ${name} { … }".`;
}
