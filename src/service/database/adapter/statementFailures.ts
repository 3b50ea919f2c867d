// What the failure of a statement means: whether it certainly had no effect.
import pg from 'pg';
import { type AbortSignalLike, ServiceError, outcomeUnknownError } from '../../../gateway/server.ts';
import { QUERY_CANCELED, StatementError, toServiceError } from '../databaseErrors.ts';

/** A statement that begins like this writes nothing. `WITH` may write. */
const READ = /^\s*SELECT\b/i;

export function isWrite(sql: string): boolean {
  return !READ.test(sql);
}

/** SQLSTATEs that end the session; a pooler sends those of class 08 when it has lost its server. */
const ENDS_SESSION = /^(08|25P0[345]|28|3D|53|57P|58|F0|XX)/;

/**
 * Whether the server rejected a statement and continues the session, that is, whether the statement certainly had no effect.
 * The severity is ERROR then; it is translated to the server's language, unlike the SQLSTATE.
 */
export function isServerRejection(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { severity = '', code = '' } = error;
  if (severity === 'FATAL' || severity === 'PANIC') return false;
  return severity === 'ERROR' ? !code.startsWith('08') : !ENDS_SESSION.test(code);
}

/** Whether a statement was prepared before a migration changed the types of its columns. The message is translated. */
export function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/** Messages of node-postgres and PgBouncer for statements that did not reach a server. */
const NOT_SENT = /is not queryable$|query_wait_timeout|server login has been failing/;

/**
 * Classifies the failure of a statement that was passed to its connection. A write whose connection broke, or whose response
 * did not arrive, may have happened: OUTCOME_UNKNOWN. Any other error means that nothing has happened, and is returned
 * unchanged. `sql` is undefined for a statement of a transaction that is not committed: it is rolled back with the connection.
 * The signal distinguishes a cancelled statement from one that exceeded its own timeout.
 */
export function classifyFailure(error: unknown, sql: string | undefined, signal: AbortSignalLike | undefined): unknown {
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

/** What crosses Prisma in place of an error: without a code, Prisma passes it on unchanged. */
export function toStatementError(error: unknown): StatementError {
  return error instanceof StatementError ? error : new StatementError(toServiceError(error) ?? error);
}
