import { parseDatabaseError } from './parseDatabaseError.ts';

/** unique_violation, foreign_key_violation, and restrict_violation, which PostgreSQL 18 reports for ON DELETE RESTRICT. */
const VIOLATIONS = new Set(['23505', '23503', '23001']);

/**
 * The name of the unique index or foreign key that a failed write violated, for example `users_email_key`; undefined if it
 * failed for another reason.
 */
export function violatedConstraint(error: unknown): string | undefined {
  const { sqlState, constraint } = parseDatabaseError(error);
  return VIOLATIONS.has(sqlState ?? '') ? constraint : undefined;
}
