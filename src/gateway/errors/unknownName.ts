import { findNearest } from './findNearest.ts';

/** `Unknown directive "@endpont"; did you mean "@endpoint"?`, or only the first half where no known name is near. */
export function unknownName(kind: string, name: string, known: readonly string[], within = ''): string {
  const nearest = findNearest(name, known);
  return `Unknown ${kind} "${name}"${within}${nearest === undefined ? '.' : `; did you mean "${nearest}"?`}`;
}
