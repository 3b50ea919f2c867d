import { createHash } from 'node:crypto';

/** The strong tag of one representation: its bytes, its media type and its version. See RFC 9110, section 8.8.3. */
export function entityTag(text: string, mediaType: string, version: number): string {
  const hash = createHash('sha256').update(`${version}\0${mediaType}\0`).update(text);
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

/** The tag of the same representation in a content coding, which stands behind the last dot. See RFC 9110, section 8.8.3.3. */
export function codedTag(tag: string, coding: string): string {
  return `${tag.slice(0, -1)}.${coding}"`;
}

/** Whether the client has this representation already: the comparison is weak. See RFC 9110, section 13.1.2. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || readTags(ifNoneMatch).some(({ opaque }) => opaque === tag);
}

/**
 * Whether If-Match allows a request for a representation with these tags. The comparison is strong, but does not look at the
 * content coding: a client that received the compressed form has the same resource before it. See RFC 9110, section 13.1.1.
 */
export function isMatch(ifMatch: string, tags: readonly string[]): boolean {
  if (ifMatch.trim() === '*') return true;
  const current = new Set(tags.map(withoutCoding));
  return readTags(ifMatch).some(({ isWeak, opaque }) => !isWeak && current.has(withoutCoding(opaque)));
}

function withoutCoding(tag: string): string {
  const dot = tag.lastIndexOf('.');
  return dot < 0 ? tag : `${tag.slice(0, dot)}"`;
}

function readTags(header: string): { isWeak: boolean; opaque: string }[] {
  return [...header.matchAll(/(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)].map(([, weak, opaque]) => {
    return { isWeak: weak !== undefined, opaque: opaque! };
  });
}
