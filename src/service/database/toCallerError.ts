import { StatementError } from './StatementError.ts';
import { toServiceError } from './toServiceError.ts';

/** What the caller of a store receives for the failure of a statement. */
export function toCallerError(error: unknown): unknown {
  return error instanceof StatementError ? error.reason : (toServiceError(error) ?? error);
}
