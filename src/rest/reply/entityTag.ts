import { createHash } from 'node:crypto';

/** The strong tag of one representation: its bytes, its media type and its version. See RFC 9110, section 8.8.3. */
export function entityTag(text: string, mediaType: string, version: number): string {
  const hash = createHash('sha256').update(`${version}\0${mediaType}\0`).update(text);
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

/** Whether the client has this representation already: the comparison is weak. See RFC 9110, section 13.1.2. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)].some(([, opaque]) => opaque === tag);
}
