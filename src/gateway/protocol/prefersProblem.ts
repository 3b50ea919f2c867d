import { parseAccept, qualityOf } from './parseAccept.ts';

/** Whether an error is an RFC 9457 problem document: only where Accept strictly prefers that to plain JSON. */
export function prefersProblem(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes('problem')) return false;
  const ranges = parseAccept(accept);
  return qualityOf(ranges, 'application/problem+json') > qualityOf(ranges, 'application/json');
}
