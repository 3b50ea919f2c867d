import type { JsonFile } from '../conventions/JsonFile.ts';
import type { DiagnosticCollector } from '../errors/Diagnostic.ts';
import { listValues } from '../errors/listValues.ts';
import { unknownName } from '../errors/unknownName.ts';
import type { Version } from './Version.ts';

/** Refuses the limits of operations that no version has to which the file applies: a later version may have removed one. */
export function checkRateLimits(versions: readonly Version[], diagnostics: DiagnosticCollector): void {
  const operations = new Map<JsonFile, Set<string>>();
  for (const { conventionsFiles, endpoints } of versions) {
    for (const file of conventionsFiles) {
      const names = operations.get(file) ?? new Set();
      operations.set(file, names);
      for (const { operation } of endpoints.values()) names.add(operation.name.value);
    }
  }
  for (const [file, names] of operations) {
    const { rateLimit = {} } = file.value as { rateLimit?: object };
    for (const name of Object.keys(rateLimit)) {
      if (names.has(name)) continue;
      const known = [...names];
      const hint =
        known.length === 0 ? 'Remove it: there are no endpoints.' : `The operations are ${listValues(known)}.`;
      diagnostics.add(file.diagnostic(['rateLimit', name], 'key', unknownName('operation', name, known), hint));
    }
  }
}
