/**
 * Validates a text that is to be stored or looked up: returns what is wrong with it, such as `must have at most 200
 * characters`, or undefined. PostgreSQL stores no U+0000, and a lone surrogate is no character. Lengths count Unicode code
 * points, as PostgreSQL's varchar does.
 */
export function validateText(text: string, maxLength = Infinity): string | undefined {
  if (/[\0\p{Surrogate}]/u.test(text)) return 'must not contain U+0000 or a lone surrogate';
  // A code point takes one or two UTF-16 code units, so most texts need no counting.
  const isTooLong = text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength);
  return isTooLong ? `must have at most ${maxLength} characters` : undefined;
}
