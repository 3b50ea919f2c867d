// The errors of the database: what its driver reports, how that crosses Prisma, and what a caller receives.
import { ServiceError } from '../../gateway/server.ts';

/** A database that cannot be opened. The message says why and what to do, and contains no secrets. */
export class DatabaseError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'DatabaseError';
  }
}

/** Carries an error from the adapter to `Database.run`: without a `code`, Prisma passes it on unchanged. */
export class StatementError extends Error {
  /** What the caller of `Database.run` receives. */
  readonly reason: unknown;

  constructor(reason: unknown) {
    super('The statement failed.', { cause: reason });
    this.name = 'StatementError';
    this.reason = reason;
  }
}

/** Codes of Prisma for a transaction that is not, or no longer, open, and for a pool without a free connection. */
const CLOSED_TRANSACTION = 'P2028';
const POOL_TIMEOUT = 'P2024';

/** What the caller of `Database.run` receives for an error of the client. */
export function toCallerError(error: unknown): unknown {
  if (error instanceof StatementError) return error.reason;
  if (codeOf(error) === POOL_TIMEOUT) return unavailableError(OVERLOADED_MESSAGE, error);
  if (codeOf(error) !== CLOSED_TRANSACTION) return error;
  return unavailableError('The transaction of the request has ended; try again shortly.', error);
}

/** The 503 of a database that cannot do its work now; nothing has happened, and the caller may try again in a second. */
export function unavailableError(message: string, cause?: unknown): ServiceError {
  return new ServiceError('UNAVAILABLE', message, { cause });
}

/** Prefixes of SQLSTATEs. See https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNAVAILABLE = [
  '08', // connection exception
  '25006', // read_only_sql_transaction: the server is no longer the primary
  '25P03', // idle_in_transaction_session_timeout
  '28', // invalid authorization
  '3D000', // the database does not exist
  '53', // insufficient resources, such as a full disk
  '57P', // shutting down, crashed or starting up
  '58', // system error, such as an unreadable disk
];
export const QUERY_CANCELED = '57014'; // by statement_timeout, or by the cancel request of this process

/** deadlock_detected and serialization_failure: a transaction was rolled back so that another one could go on. */
const ROLLED_BACK = new Set(['40P01', '40001']);
const LOCK_NOT_AVAILABLE = '55P03';
const TOO_MANY_CONNECTIONS = '53300';

export const CONFLICT_MESSAGE = 'The data is being changed by other requests; try again shortly.';
export const OVERLOADED_MESSAGE = 'The database is overloaded; try again shortly.';

/** Error codes of Node's sockets. */
const SOCKET = /^(ECONN|EPIPE|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|ENOENT|EACCES)/;
/** Messages of node-postgres, whose connection errors have no code. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end)/;
/** Messages of PgBouncer for a statement that has waited for a server, and for a client beyond `max_client_conn`. */
const POOLER_OVERLOAD = /query_wait_timeout|no more connections allowed/;
/** That of node-postgres where no connection of the pool was free within `connect_timeout`. */
export const POOL_TIMEOUT_MESSAGE = 'timeout exceeded when trying to connect';
/** That of node-postgres after `query_timeout`. */
export const READ_TIMEOUT_MESSAGE = 'Query read timeout';

/** Maps connection errors, conflicts, overload and timeouts of the driver to UNAVAILABLE or TIMEOUT; undefined for any other error, which is internal. */
export function toServiceError(cause: unknown): ServiceError | undefined {
  const code = codeOf(cause);
  const message = cause instanceof Error ? cause.message : '';
  if (code === QUERY_CANCELED || message === READ_TIMEOUT_MESSAGE) {
    return new ServiceError('TIMEOUT', 'The database did not respond in time.', { cause });
  }
  if (ROLLED_BACK.has(code) || code === LOCK_NOT_AVAILABLE) return unavailableError(CONFLICT_MESSAGE, cause);
  if (code === TOO_MANY_CONNECTIONS || POOLER_OVERLOAD.test(message)) {
    return unavailableError(OVERLOADED_MESSAGE, cause);
  }
  if (SOCKET.test(code) || CONNECTION_MESSAGES.test(message) || UNAVAILABLE.some((start) => code.startsWith(start))) {
    return unavailableError('The database is not available; try again shortly.', cause);
  }
  return undefined;
}

/** unique_violation, foreign_key_violation, and restrict_violation, which PostgreSQL 18 reports for ON DELETE RESTRICT. */
const VIOLATIONS = new Set(['23505', '23503', '23001']);

/** The unique index or foreign key that a failed write violated, such as `users_email_key`; undefined if it failed otherwise. */
export function violatedConstraint(error: unknown): string | undefined {
  return VIOLATIONS.has(codeOf(error)) ? (error as { constraint?: string }).constraint : undefined;
}

/**
 * Whether PostgreSQL rolled a transaction back for a deadlock or as impossible to serialize, so that it can be retried. One of unknown
 * outcome is not, whatever its cause.
 */
export function isRolledBack(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return ROLLED_BACK.has(codeOf(error));
  return error.code !== 'OUTCOME_UNKNOWN' && ROLLED_BACK.has(codeOf(error.cause));
}

/** The SQLSTATE of an error of the server, or the code of another one; '' without one. */
function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
