import { hash } from 'node:crypto';

/**
 * The strong tag of one representation: its body, its media type and its version; behind the value of the resource and a dot,
 * where it has one. See RFC 9110, section 8.8.3.
 */
export function entityTag(text: string, mediaType: string, version: number, value?: string): string {
  const sum = digestOf(`${version}\0${mediaType}\0${text}`);
  return value === undefined ? `"${sum}"` : `"${value}.${sum}"`;
}

/** 132 bits of the SHA-256 of a text, in base64url. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/** The tag of the same representation in a content coding, in what follows the last dot. See RFC 9110, section 8.8.3.3. */
export function codedTag(tag: string, coding: string): string {
  return `${tag.slice(0, -1)}${tag.includes('.') ? '-' : '.'}${coding}"`;
}

/** Whether If-None-Match lists this tag; the comparison is weak. See RFC 9110, section 13.1.2. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || parseTags(ifNoneMatch).some(({ opaque }) => opaque === tag);
}

/**
 * Whether If-Match lists one of these tags. The comparison is strong, but ignores what follows the last dot: a client that received
 * the compressed representation, or another one of the same value, knows the same resource. See RFC 9110, section 13.1.1.
 */
export function isMatch(ifMatch: string, tags: readonly string[]): boolean {
  if (ifMatch.trim() === '*') return true;
  const current = new Set(tags.map(withoutSuffix));
  return parseTags(ifMatch).some(({ isWeak, opaque }) => !isWeak && current.has(withoutSuffix(opaque)));
}

function withoutSuffix(tag: string): string {
  return tag.replace(/\.[^.]*"$/, '"');
}

/** The entity tags of a list; what is not valid is ignored. */
function parseTags(header: string): { isWeak: boolean; opaque: string }[] {
  return [...header.matchAll(/(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)].map(([, weak, opaque]) => {
    return { isWeak: weak !== undefined, opaque: opaque! };
  });
}
