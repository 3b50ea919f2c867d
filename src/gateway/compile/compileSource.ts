import type { AssembledDocument } from '../document/assembleDocument.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import { printDefinition } from '../document/printDocument.ts';
import type { SharedDefinitions } from '../document/Version.ts';
import { shortPath } from '../errors/Diagnostic.ts';
import type { SourcePlan } from '../plan/EndpointPlan.ts';

/** The document of an endpoint as text, without descriptions, and the files of the shapes that it spreads. */
export function compileSource(
  { file, operation, fragments: own, endpoint, lookup }: EndpointDocument,
  { shapes }: SharedDefinitions,
  { operation: assembled, fragments }: AssembledDocument,
): SourcePlan {
  const ownNames = new Set(own.map(({ name }) => name.value));
  const shapeNames = [...fragments.keys()].filter((name) => !ownNames.has(name));
  return {
    file: shortPath(file),
    line: operation.loc?.startToken.line ?? 1,
    text: [assembled, ...fragments.values()].map((each) => printDefinition(each)).join('\n\n'),
    shapes: Object.fromEntries(shapeNames.map((name) => [name, shortPath(shapes.get(name)?.loc?.source.name ?? '')])),
    ...(endpoint.lookup !== undefined && { lookup: shortPath(lookup?.loc?.source.name ?? '') }),
  };
}
