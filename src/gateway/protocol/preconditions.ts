// Conditional requests in the order of RFC 9110, section 13.2.2: If-Match first, then If-None-Match. Nothing here has a
// modification date, so If-Modified-Since and If-Unmodified-Since are passed over.
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';
import { isMatch, isNotModified } from './entityTag.ts';
import type { Reply } from './Reply.ts';

/** What stands at the path of a write: the tags of its representation, of which there may be none, or why there is nothing. */
export type Current = { tags: readonly string[] } | { missing: ServiceError | undefined };

/**
 * Throws PRECONDITION_FAILED where a write must not happen. What does not exist is NOT_FOUND for If-Match, where GET says so;
 * it meets every If-None-Match.
 */
export async function checkPreconditions(
  { 'if-match': ifMatch, 'if-none-match': ifNoneMatch }: IncomingHttpHeaders,
  readCurrent: () => Promise<Current>,
): Promise<void> {
  if (ifMatch === undefined && ifNoneMatch === undefined) return;
  const current = await readCurrent();
  if ('missing' in current) {
    if (ifMatch !== undefined) throw current.missing ?? failed('If-Match');
    return;
  }
  if (ifMatch !== undefined && !isMatch(ifMatch, current.tags)) throw failed('If-Match');
  if (ifNoneMatch === undefined) return;
  const isTaken = ifNoneMatch.trim() === '*' || current.tags.some((tag) => isNotModified(ifNoneMatch, tag));
  if (isTaken) throw failed('If-None-Match');
}

/** The answer to a read, or 304 for a client that has it already. Throws PRECONDITION_FAILED where If-Match names another tag. */
export function evaluateRead(
  { 'if-match': ifMatch, 'if-none-match': ifNoneMatch }: IncomingHttpHeaders,
  reply: Reply,
): Reply {
  const { etag } = reply.headers;
  if (etag === undefined) return reply;
  if (ifMatch !== undefined && !isMatch(ifMatch, [etag])) throw failed('If-Match');
  if (!isNotModified(ifNoneMatch, etag)) return reply;
  const { 'content-type': _, 'content-length': __, 'content-encoding': ___, ...kept } = reply.headers;
  return { status: 304, headers: kept, body: null };
}

function failed(header: string): ServiceError {
  return new ServiceError('PRECONDITION_FAILED', `${header} does not hold for what is there now; nothing was done.`);
}
