// Names and values in messages: the one that is probably meant, lists of them, and texts of bounded length.
import { closest, distance } from 'fastest-levenshtein';

/** The known name nearest to a misspelled one, ignoring case; undefined where none is near. */
export function findNearest(name: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || name.length > 64) return undefined;
  const lowercase = names.map((candidate) => candidate.toLowerCase());
  const best = closest(name.toLowerCase(), lowercase);
  const isNear = distance(name.toLowerCase(), best) <= Math.max(1, Math.floor(best.length / 2));
  return isNear ? names[lowercase.indexOf(best)] : undefined;
}

/** `; did you mean "limit"?` where one of the known names is near, else the first known ones: `; known values are …`. */
export function suggest(name: string, names: readonly string[], noun = 'values'): string {
  if (names.length === 0) return '';
  const nearest = findNearest(name, names);
  return nearest === undefined ? `; known ${noun} are ${listValues(names)}` : `; did you mean "${nearest}"?`;
}

/** `Unknown directive "@endpont"; did you mean "@endpoint"?`, or only the first half where no known name is near. */
export function unknownName(kind: string, name: string, names: readonly string[], within = ''): string {
  const nearest = findNearest(name, names);
  return `Unknown ${kind} "${name}"${within}${nearest === undefined ? '.' : `; did you mean "${nearest}"?`}`;
}

/** Values in quotation marks, as many as fit: `"A", "B", … and 57 more`. `maxLength` is in UTF-16 code units. */
export function listValues(values: readonly string[], maxLength = 120, quotationMark = '"'): string {
  const quote = (value: string) => quotationMark + value + quotationMark;
  const whole = values.map(quote).join(', ');
  if (whole.length <= maxLength) return whole;
  const shown: string[] = [];
  let length = `, … and ${values.length} more`.length;
  for (const value of values) {
    length += value.length + 4;
    if (length > maxLength) break;
    shown.push(quote(value));
  }
  return shown.length === 0
    ? `${values.length} values`
    : `${shown.join(', ')}, … and ${values.length - shown.length} more`;
}

/** The text, or its beginning with an ellipsis, in at most `maxLength` UTF-16 code units; no surrogate pair is split. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = maxLength - 1;
  return `${text.slice(0, /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end)}…`;
}

/** The text, or its beginning and end with an ellipsis between them, in at most `maxLength` UTF-16 code units. */
export function truncateMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor(maxLength / 2);
  const end = text.slice(half - maxLength);
  return truncate(text, half) + (/^[\udc00-\udfff]/.test(end) ? end.slice(1) : end);
}
