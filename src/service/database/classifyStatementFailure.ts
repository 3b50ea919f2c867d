import type { AbortSignalLike } from '../../gateway/protocol/AbortSignalLike.ts';
import { outcomeUnknownError } from '../../gateway/errors/outcomeUnknownError.ts';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { isServerRejection } from './isServerRejection.ts';
import { StatementError } from './StatementError.ts';

const QUERY_CANCELED = '57014';

/** A statement that begins like this writes nothing. `WITH` may write. */
const READ = /^\s*SELECT\b/i;

/** Whether a statement may write. */
export function isWrite(sql: string): boolean {
  return !READ.test(sql);
}

/** Messages of node-postgres and PgBouncer for statements that did not reach a server. */
const NOT_SENT = /is not queryable$|query_wait_timeout|server login has been failing/;

/**
 * Classifies the failure of a statement that was passed to its connection. A write whose connection broke, or whose response
 * did not arrive, may have happened: OUTCOME_UNKNOWN. Any other error means that nothing has happened, and is returned
 * unchanged. `sql` is undefined for a statement of a transaction that is not committed: it is rolled back with the connection.
 * The signal distinguishes a cancelled statement from one that exceeded its own timeout.
 */
export function classifyStatementFailure(
  error: unknown,
  sql: string | undefined,
  signal: AbortSignalLike | undefined,
): unknown {
  if (isServerRejection(error)) {
    return error.code === QUERY_CANCELED && signal?.aborted ? abortError(signal) : error;
  }
  const isRead = sql === undefined || !isWrite(sql);
  if (isRead || (error instanceof Error && NOT_SENT.test(error.message))) return error;
  return new StatementError(outcomeUnknownError(error));
}

/** The error of a statement that was not sent, or was cancelled, because its signal was aborted; it had no effect. */
export function abortError({ reason }: AbortSignalLike): StatementError {
  // The reason is a ServiceError at the deadline, and another error when the client has disconnected.
  const isTimeout = reason instanceof ServiceError;
  return new StatementError(
    isTimeout ? new ServiceError('TIMEOUT', 'The database did not respond in time.', { cause: reason }) : reason,
  );
}
