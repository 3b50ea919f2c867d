import { findNearest } from './findNearest.ts';
import { listValues } from './listValues.ts';

/** `; did you mean "limit"?` where one of the known names is near, else the first known ones: `; known values are …`. */
export function suggest(name: string, known: readonly string[], noun = 'values'): string {
  if (known.length === 0) return '';
  const nearest = findNearest(name, known);
  return nearest === undefined ? `; known ${noun} are ${listValues(known)}` : `; did you mean "${nearest}"?`;
}
