import { findNearest } from './findNearest.ts';
import { listValues } from './listValues.ts';

/** `; did you mean "limit"?` where one of the known names is near, else the first of those that are known. */
export function suggest(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const nearest = findNearest(name, known);
  return nearest === undefined ? `; known are ${listValues(known)}` : `; did you mean "${nearest}"?`;
}
