import { encodeMatches } from '../protocol/encodeSegment.ts';

/** All but the characters of a URI: RFC 3986, section 2. */
const NOT_IN_URI = /[^\w.~:/?#[\]@!$&'()*+,;=%-]/gu;

/** The text of an absolute http or https URL, what no URI has percent-encoded; undefined for any other value. */
export function httpUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || !URL.canParse(value)) return undefined;
  return encodeMatches(NOT_IN_URI, value);
}
