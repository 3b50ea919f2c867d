/**
 * What is wrong with a text that is to be stored or looked up; undefined if nothing is. PostgreSQL holds no U+0000, and
 * half of a surrogate pair is no character at all. Lengths count Unicode code points, as PostgreSQL's varchar does.
 */
export function textFault(text: string, maxLength = Infinity): string | undefined {
  if (/[\0\p{Surrogate}]/u.test(text)) return 'must not contain U+0000 or half a surrogate pair';
  // Code points take one or two units, so most texts need no counting.
  const isTooLong = text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength);
  return isTooLong ? `must have at most ${maxLength} characters` : undefined;
}
