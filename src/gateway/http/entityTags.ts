// Entity tags, and the preconditions of reads that compare them.
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../base/errors/ServiceError.ts';
import type { Reply } from './Reply.ts';
import { decodeTagValue } from './fieldSyntax.ts';

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
 * Whether If-Match lists this tag. The comparison is strong, but ignores what follows the last dot: a client that received the compressed
 * representation, or another one of the same value, knows the same resource. See RFC 9110, section 13.1.1.
 */
export function isMatch(ifMatch: string, tag: string): boolean {
  const value = valueOf(tag);
  return (
    ifMatch.trim() === '*' || parseTags(ifMatch).some(({ isWeak, opaque }) => !isWeak && valueOf(opaque) === value)
  );
}

/** What is before the last dot of a tag in its quotes; behind it is the sum of one representation. */
function valueOf(tag: string): string {
  return tag.slice(1, -1).replace(/\.[^.]*$/, '');
}

/** The entity tags of a list, as they are written and in their quotes alone; what is not valid is ignored. */
function parseTags(header: string) {
  const tags = header.matchAll(/(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g);
  return [...tags].map(([text, weak, opaque]) => ({ text, isWeak: weak !== undefined, opaque: opaque! }));
}

/** An If-Match header: every representation, one entity tag, several of them, or what is not valid. */
export type IfMatch =
  { kind: 'any' } | { kind: 'several' } | { kind: 'invalid' } | { kind: 'tag'; isWeak: boolean; value: string };

/** Parses the header. See RFC 9110, sections 8.8.3 and 13.1.1. */
export function parseIfMatch(header: string): IfMatch {
  const text = header.trim();
  if (text === '*') return { kind: 'any' };
  const tags = parseTags(text);
  if (tags.length > 1) return { kind: 'several' };
  const [tag] = tags;
  if (tag?.text !== text) return { kind: 'invalid' };
  return { kind: 'tag', isWeak: tag.isWeak, value: decodeTagValue(valueOf(tag.opaque)) };
}

// Conditional reads in the order of RFC 9110, section 13.2.2: If-Match, then If-None-Match. If-Modified-Since and
// If-Unmodified-Since are ignored, as a recipient may without a modification date.

/** The response to a read, or 304 (Not Modified). Throws PRECONDITION_FAILED where If-Match lists only other tags. */
export function evaluateRead(
  { 'if-match': ifMatch, 'if-none-match': ifNoneMatch }: IncomingHttpHeaders,
  reply: Reply,
): Reply {
  const { etag } = reply.headers;
  if (etag === undefined) return reply;
  if (ifMatch !== undefined && !isMatch(ifMatch, etag)) throw preconditionFailed(NO_MATCH);
  if (!isNotModified(ifNoneMatch, etag)) return reply;
  const { 'content-type': _, 'content-length': __, 'content-encoding': ___, ...kept } = reply.headers;
  return { status: 304, headers: kept, body: null };
}

/** Why a request fails whose If-Match lists only other tags. */
export const NO_MATCH = 'If-Match does not match the current entity tag';

/** The refusal of a request before anything was changed; `reason` is the beginning of a sentence. */
export function preconditionFailed(reason: string): ServiceError {
  return new ServiceError('PRECONDITION_FAILED', `${reason}; nothing was changed.`);
}
