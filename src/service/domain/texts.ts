// The rules for texts of clients, beyond those of their scalars.

/** The length of a search, in code points. A trigram index serves no shorter text. */
const MIN_SEARCH_LENGTH = 3;
const MAX_SEARCH_LENGTH = 100;

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

/** Validates the text of a search: returns what is wrong with it, or undefined. */
export function validateSearch(text: string): string | undefined {
  // A code point takes one or two UTF-16 code units.
  const start = text.slice(0, 2 * MIN_SEARCH_LENGTH);
  if ([...start].length < MIN_SEARCH_LENGTH) return `must have at least ${MIN_SEARCH_LENGTH} characters`;
  return validateText(text, MAX_SEARCH_LENGTH);
}

/** A text for a pattern of LIKE, which finds it as it is. Neither Prisma's `contains` nor a raw statement escapes it. */
export function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
