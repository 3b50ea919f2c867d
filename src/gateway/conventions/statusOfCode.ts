import { type ErrorCode, STATUS_OF_CODE } from '../errors/codes.ts';
import type { ErrorConventions } from './Conventions.ts';

/** The status of a code: the conventions may give it another, or one at all. */
export function statusOfCode(code: string, { codes, invalid }: ErrorConventions): number | undefined {
  if (Object.hasOwn(codes, code)) {
    const own = codes[code]!;
    const status = typeof own === 'number' ? own : own.status;
    if (status !== undefined) return status;
  }
  if (code === 'BAD_USER_INPUT') return invalid;
  return Object.hasOwn(STATUS_OF_CODE, code) ? STATUS_OF_CODE[code as ErrorCode] : undefined;
}
