import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { parseDatabaseError } from './parseDatabaseError.ts';
import { unavailableError } from './unavailableError.ts';

/** Beginnings of SQLSTATE. See https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNAVAILABLE = [
  '08', // connection exception
  '25006', // read_only_sql_transaction: this server is no longer the primary one
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
const TIMEOUT = '57014'; // query_canceled: statement_timeout

/** What Prisma's adapter, and Prisma itself, call a database that is not reached in time. */
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

/** Of Node's network and of node-postgres, which tells some failures only by their words. */
const SOCKET = /^(ECONN|EPIPE|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|ENOENT|EACCES)/;
const WORDS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end)/;
const NO_ANSWER = 'Query read timeout';

/** What the caller is told of a failure of reach, load or time; undefined for any other, which is a fault of this program. */
export function toServiceError(cause: unknown): ServiceError | undefined {
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string };
  const { sqlState: state = code, kind = '' } = parseDatabaseError(cause); // node-postgres, by itself, has it in `code`.
  if (state === TIMEOUT || message === NO_ANSWER) {
    return new ServiceError('TIMEOUT', 'The database did not answer in time.', { cause });
  }
  if (
    UNREACHED.has(kind) ||
    UNREACHED.has(code) ||
    SOCKET.test(code) ||
    WORDS.test(message) ||
    UNAVAILABLE.some((start) => state.startsWith(start))
  ) {
    return unavailableError('The database is not available; try again shortly.', cause);
  }
  return undefined;
}
