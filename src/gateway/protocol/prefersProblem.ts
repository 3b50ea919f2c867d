import { parseAccept, qualityOf } from './parseAccept.ts';

/**
 * Whether an error is an RFC 9457 problem document: only where Accept strictly prefers that to plain JSON, and to `mediaType`, that
 * of the API's own errors.
 */
export function prefersProblem(accept: string | undefined, mediaType = 'application/json'): boolean {
  if (accept === undefined || !accept.toLowerCase().includes('problem')) return false;
  const ranges = parseAccept(accept);
  const own = Math.max(qualityOf(ranges, 'application/json'), qualityOf(ranges, mediaType.split(';', 1)[0]!));
  return qualityOf(ranges, 'application/problem+json') > own;
}
