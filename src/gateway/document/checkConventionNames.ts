import type { JsonFile } from '../conventions/JsonFile.ts';
import type { DiagnosticCollector } from '../errors/Diagnostic.ts';
import { listValues } from '../errors/listValues.ts';
import { unknownName } from '../errors/unknownName.ts';
import { tagOf } from '../plan/EndpointPlan.ts';
import type { Version } from './Version.ts';

/** The operations and tags of the versions that a file applies to. */
interface KnownNames {
  operation: Set<string>;
  tag: Set<string>;
}

/**
 * Refuses the limits of operations, and the descriptions of tags, that no version has to which the file applies: a later version may
 * have removed one.
 */
export function checkConventionNames(versions: readonly Version[], diagnostics: DiagnosticCollector): void {
  const names = new Map<JsonFile, KnownNames>();
  for (const { conventionsFiles, endpoints } of versions) {
    for (const file of conventionsFiles) {
      const known = names.get(file) ?? { operation: new Set(), tag: new Set() };
      names.set(file, known);
      for (const { operation, endpoint } of endpoints.values()) {
        known.operation.add(operation.name.value);
        known.tag.add(tagOf(endpoint.path));
      }
    }
  }
  for (const [file, { operation, tag }] of names) {
    const { rateLimit = {}, tags = {} } = file.value as { rateLimit?: object; tags?: object };
    const check = (key: string, kind: string, used: object, known: readonly string[]) => {
      for (const name of Object.keys(used)) {
        if (known.includes(name)) continue;
        const hint =
          known.length === 0 ? 'Remove it: there are no endpoints.' : `The ${kind}s are ${listValues(known)}.`;
        diagnostics.add(file.diagnostic([key, name], 'key', unknownName(kind, name, known), hint));
      }
    };
    check('rateLimit', 'operation', rateLimit, [...operation]);
    check('tags', 'tag', tags, [...tag]);
  }
}
