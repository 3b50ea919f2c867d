import { type ErrorCode, STATUS_OF_CODE } from '../errors/codes.ts';
import type { ErrorConventions } from './Conventions.ts';

/** The status of a code: the conventions may give it another, or one at all; that of `*` is for codes without any. */
export function statusOfCode(code: string, { codes, invalid }: ErrorConventions): number | undefined {
  const listed = listedStatus(code, { codes });
  if (listed !== undefined) return listed;
  if (code === 'BAD_USER_INPUT') return invalid;
  return Object.hasOwn(STATUS_OF_CODE, code) ? STATUS_OF_CODE[code as ErrorCode] : listedStatus('*', { codes });
}

/** The status that the conventions list for a code. */
export function listedStatus(code: string, { codes }: Pick<ErrorConventions, 'codes'>): number | undefined {
  const own = Object.hasOwn(codes, code) ? codes[code]! : undefined;
  return typeof own === 'number' ? own : own?.status;
}
