// Conditional requests in the order of RFC 9110, section 13.2.2: If-Match, then If-None-Match. No resource has a modification date,
// so If-Modified-Since and If-Unmodified-Since are ignored.
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';
import { isMatch, isNotModified } from './entityTag.ts';
import type { Reply } from './Reply.ts';

/** The resource at the path of a write: the tags of its representations, if it has any, or the error of its GET, if it has one. */
export type CurrentState = { tags: readonly string[] } | { missing: ServiceError | undefined };

/**
 * Throws PRECONDITION_FAILED where a write must not happen. For a resource that does not exist, If-Match throws the error of its
 * GET, and every If-None-Match holds.
 */
export async function checkPreconditions(
  { 'if-match': ifMatch, 'if-none-match': ifNoneMatch }: IncomingHttpHeaders,
  readCurrent: () => Promise<CurrentState>,
): Promise<void> {
  if (ifMatch === undefined && ifNoneMatch === undefined) return;
  const current = await readCurrent();
  if ('missing' in current) {
    if (ifMatch !== undefined) throw current.missing ?? preconditionFailed(NO_MATCH);
    return;
  }
  if (ifMatch !== undefined && !isMatch(ifMatch, current.tags)) throw preconditionFailed(NO_MATCH);
  if (ifNoneMatch === undefined) return;
  if (ifNoneMatch.trim() === '*') throw preconditionFailed('If-None-Match: the resource already exists');
  if (current.tags.some((tag) => isNotModified(ifNoneMatch, tag))) {
    throw preconditionFailed('If-None-Match matches the current entity tag');
  }
}

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

const NO_MATCH = 'If-Match does not match the current entity tag';

function preconditionFailed(reason: string): ServiceError {
  return new ServiceError('PRECONDITION_FAILED', `${reason}; nothing was changed.`);
}
