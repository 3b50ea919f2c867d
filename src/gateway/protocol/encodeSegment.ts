import { toUSVString } from 'node:util';

/** One segment of a path, percent-encoded; half a surrogate pair, which UTF-8 cannot write, becomes U+FFFD. See RFC 3986, section 3.3. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(toUSVString(text));
}

/** A text in which only what matches is percent-encoded. The expression has the flags `g` and `u`. */
export function encodeOutside(unsafe: RegExp, text: string): string {
  return toUSVString(text).replace(unsafe, encodeURIComponent);
}
