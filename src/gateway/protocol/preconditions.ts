// Conditional reads in the order of RFC 9110, section 13.2.2: If-Match, then If-None-Match. If-Modified-Since and
// If-Unmodified-Since are ignored, as a recipient may without a modification date.
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';
import { isMatch, isNotModified } from './entityTag.ts';
import type { Reply } from './Reply.ts';

/** The response to a read, or 304 (Not Modified). Throws PRECONDITION_FAILED where If-Match lists only other tags. */
export function evaluateRead(
  { 'if-match': ifMatch, 'if-none-match': ifNoneMatch }: IncomingHttpHeaders,
  reply: Reply,
): Reply {
  const { etag } = reply.headers;
  if (etag === undefined) return reply;
  if (ifMatch !== undefined && !isMatch(ifMatch, [etag])) throw preconditionFailed(NO_MATCH);
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
