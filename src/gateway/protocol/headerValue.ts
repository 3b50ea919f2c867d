import { encodeMatches } from './encodeSegment.ts';

/** Longer values are more than many clients read of a header. */
const MAX_LENGTH = 8000;

/**
 * A text as the value of a header: what is not printable US-ASCII is percent-encoded in UTF-8, and blanks around it are left out.
 * Undefined where it is too long for clients. See RFC 9110, section 5.5.
 */
export function headerValue(text: string): string | undefined {
  const value = encodeMatches(/[^\x20-\x7e]/gu, text.trim());
  return value.length <= MAX_LENGTH ? value : undefined;
}

/** A text as a part of an entity tag, from which it can be decoded. See RFC 9110, section 8.8.3. */
export function tagValue(text: string): string | undefined {
  const value = encodeMatches(/[^\x21\x23\x24\x26-\x7e]/gu, text);
  return value.length <= MAX_LENGTH ? value : undefined;
}

/** The text of a part of an entity tag; one that is not percent-encoding stays as it is. */
export function decodeTagValue(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A date and time of RFC 3339; `Date` alone reads a date in almost any text with a number. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** The beginning of an HTTP date: years have four digits. */
const HTTP_YEAR = /^\w{3}, \d\d \w{3} \d{4} /;

/** A date and time of RFC 3339, or seconds since the epoch, as HTTP writes it; undefined for anything else. See RFC 9110, section 5.6.7. */
export function dateValue(value: unknown): string | undefined {
  if (typeof value !== 'number' && !DATE_TIME.test(String(value))) return undefined;
  const text = new Date(typeof value === 'number' ? value * 1000 : String(value).toUpperCase()).toUTCString();
  return HTTP_YEAR.test(text) ? text : undefined;
}
