import { outcomeUnknownError } from '../../gateway/errors/outcomeUnknownError.ts';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { isServerRejection } from './isServerRejection.ts';
import { StatementError } from './StatementError.ts';

const QUERY_CANCELED = '57014';

/** A statement that begins like this changes nothing. `WITH` may, and so may anything else. */
const READ = /^\s*SELECT\b/i;

/** What node-postgres answers without sending anything, and what PgBouncer does before it has a server. */
const NOT_SENT = /is not queryable$|query_wait_timeout|server login has been failing/;

/**
 * What a failure of a statement that was handed to its connection is reported as. A write whose connection broke, or whose
 * answer did not come, may have happened: OUTCOME_UNKNOWN. Any other error, of which it is certain that nothing has
 * happened, is given back as it is. The signal tells a cancelled statement from one that took too long by itself.
 */
export function classifyStatementFailure(error: unknown, sql: string, signal: AbortSignal | undefined): unknown {
  if (isServerRejection(error)) {
    return error.code === QUERY_CANCELED && signal?.aborted ? abortError(signal) : error;
  }
  if (READ.test(sql) || (error instanceof Error && NOT_SENT.test(error.message))) return error;
  return new StatementError(outcomeUnknownError(error));
}

/** The error of a statement that was not sent, or was cancelled, because its signal was aborted: nothing has happened. */
export function abortError({ reason }: AbortSignal): StatementError {
  // A client that has gone is told nothing; anybody else that the time was over.
  const isLate = reason instanceof ServiceError;
  return new StatementError(
    isLate ? new ServiceError('TIMEOUT', 'The database did not answer in time.', { cause: reason }) : reason,
  );
}
