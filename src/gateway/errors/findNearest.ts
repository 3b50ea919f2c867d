import { closest, distance } from 'fastest-levenshtein';

/** The known name nearest to a misspelled one, ignoring case; undefined where none is near. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > 64) return undefined;
  const lowercase = known.map((each) => each.toLowerCase());
  const best = closest(name.toLowerCase(), lowercase);
  const isNear = distance(name.toLowerCase(), best) <= Math.max(1, Math.floor(best.length / 2));
  return isNear ? known[lowercase.indexOf(best)] : undefined;
}
