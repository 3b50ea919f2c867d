import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { parseDatabaseError } from './parseDatabaseError.ts';

/**
 * Whether a write was given up because it and another waited for each other. It left nothing behind, and the other goes
 * on, so that it can be made again. See https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-DEADLOCKS
 */
export function isDeadlock(error: unknown): boolean {
  return parseDatabaseError(error instanceof ServiceError ? error.cause : error).sqlState === '40P01';
}
