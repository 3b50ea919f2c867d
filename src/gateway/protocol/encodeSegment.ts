import { toUSVString } from 'node:util';

/** Percent-encodes a path segment; a lone surrogate, which UTF-8 cannot encode, becomes U+FFFD. See RFC 3986, section 3.3. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(toUSVString(text));
}

/** Percent-encodes only what matches. The expression has the flags `g` and `u`. */
export function encodeMatches(unsafe: RegExp, text: string): string {
  return toUSVString(text).replace(unsafe, encodeURIComponent);
}
