import { type ErrorCode, STATUS_OF_CODE } from '../errors/codes.ts';
import type { ErrorConventions } from './Conventions.ts';

/** The status of an error code; undefined for an unknown one. The conventions may define further codes, or another status. */
export function statusOfCode(code: string, { codes, invalid }: ErrorConventions): number | undefined {
  if (Object.hasOwn(codes, code)) return codes[code];
  if (code === 'BAD_USER_INPUT') return invalid;
  return Object.hasOwn(STATUS_OF_CODE, code) ? STATUS_OF_CODE[code as ErrorCode] : undefined;
}
