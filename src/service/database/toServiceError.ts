import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { parseDatabaseError } from './parseDatabaseError.ts';
import { unavailableError } from './unavailableError.ts';

/** Prefixes of SQLSTATEs. See https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNAVAILABLE = [
  '08', // connection exception
  '25006', // read_only_sql_transaction: the server is no longer the primary
  '25P03', // idle_in_transaction_session_timeout
  '28', // invalid authorization
  '3D000', // the database does not exist
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '53', // insufficient resources, such as too_many_connections
  '55P03', // lock_not_available
  '57P', // shutting down, crashed or starting up
  '58', // system error, such as an unreadable disk
];
const QUERY_CANCELED = '57014'; // by statement_timeout

/** Error kinds of Prisma's adapter, and error codes of Prisma, for a database that is not reached in time. */
const UNREACHED = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'P1001',
  'P1002',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
]);

/** Error codes of Node's sockets. */
const SOCKET = /^(ECONN|EPIPE|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|ENOENT|EACCES)/;
/** Messages of node-postgres, whose connection errors have no code. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end)/;
const READ_TIMEOUT_MESSAGE = 'Query read timeout';

/** Maps connection errors, overload and timeouts to UNAVAILABLE or TIMEOUT; undefined for any other error, which is internal. */
export function toServiceError(cause: unknown): ServiceError | undefined {
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string };
  const { sqlState: state = code, kind = '' } = parseDatabaseError(cause); // The errors of node-postgres itself have it in `code`.
  if (state === QUERY_CANCELED || message === READ_TIMEOUT_MESSAGE) {
    return new ServiceError('TIMEOUT', 'The database did not respond in time.', { cause });
  }
  if (
    UNREACHED.has(kind) ||
    UNREACHED.has(code) ||
    SOCKET.test(code) ||
    CONNECTION_MESSAGES.test(message) ||
    UNAVAILABLE.some((start) => state.startsWith(start))
  ) {
    return unavailableError('The database is not available; try again shortly.', cause);
  }
  return undefined;
}
