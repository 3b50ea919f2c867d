import { closest, distance } from 'fastest-levenshtein';
import { listValues } from './listValues.ts';

/** `; did you mean "limit"?` where one of the known names is near, else the first of those that are known. */
export function suggest(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const best = name.length <= 64 ? closest(name.toLowerCase(), known) : '';
  const near =
    best !== '' && distance(name.toLowerCase(), best.toLowerCase()) <= Math.max(1, Math.floor(best.length / 2));
  return near ? `; did you mean "${best}"?` : `; known are ${listValues(known)}`;
}
