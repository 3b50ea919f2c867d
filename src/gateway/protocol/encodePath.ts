import { encodeMatches } from './encodeSegment.ts';

/** All but the characters of a path, see RFC 3986, section 3.3; what is percent-encoded already stays as it is. */
const NOT_IN_PATH = /[^\w.~:@!$&'()*+,;=/?#%-]/gu;

/** The literal text of an address, with every character that an address cannot have percent-encoded. */
export function encodePath(text: string): string {
  return encodeMatches(NOT_IN_PATH, text);
}
