import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { parseDatabaseError } from './parseDatabaseError.ts';

/**
 * Whether a write was the victim of a deadlock. It was rolled back, and the other transaction continues, so the write can be
 * retried. See https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-DEADLOCKS
 */
export function isDeadlock(error: unknown): boolean {
  return parseDatabaseError(error instanceof ServiceError ? error.cause : error).sqlState === '40P01';
}
