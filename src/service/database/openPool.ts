import pg from 'pg';
import type { Backend } from './Backend.ts';
import { cancelStatement } from './cancelStatement.ts';
import type { DatabaseLog } from './Database.ts';
import { isServerRejection } from './isServerRejection.ts';
import { abortError, classifyStatementFailure } from './classifyStatementFailure.ts';
import { currentSignal } from './statementSignal.ts';

const IDLE_TIMEOUT_MS = 300_000;

/** What a session is told that cannot be told at its start. PgBouncer keeps both for its client from session to session. */
const SESSION = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'`;

/**
 * Opens a pool of connections. Its own `query` would end a connection with each statement that fails, be it only for a
 * name that is taken; this one keeps the connection where the statement alone was at fault. A statement whose signal is
 * aborted (`withSignal`) is not sent if it still waits for a connection, and on a server cancelled if it runs.
 * `onStatement` is told of each statement that is sent.
 */
export function openPool(
  { connection, direct, poolSize }: Backend,
  log?: DatabaseLog,
  onStatement?: (sql: string) => void,
): pg.Pool {
  const onConnect = async (client: pg.ClientBase) => void (await client.query(SESSION));
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    ...(direct && { onConnect }),
  });
  // A connection that breaks while it is idle is replaced by the next that is wanted.
  pool.on('error', (error) => log?.warn({ err: error }, 'lost a connection to the database'));
  // One that breaks while it is handed out is told of by its statement. It can break before anybody has a hand on it: an
  // error may stand in the very bytes that complete its start, and one that nobody listens to ends the process.
  pool.on('connect', (client) => client.on('error', ignore));
  // An embedded database has no address that a cancel request could be sent to.
  const canCancel = connection.stream === undefined;

  const run = async (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const signal = currentSignal();
    const client = await acquire(pool, signal);
    if (signal?.aborted) {
      client.release();
      throw abortError(signal);
    }
    let isCancelled = false;
    const cancel = () => {
      isCancelled = true;
      cancelStatement(client);
    };
    if (canCancel) signal?.addEventListener('abort', cancel, { once: true });
    const sql = typeof statement === 'string' ? statement : statement.text;
    try {
      onStatement?.(sql);
      const result = await client.query(statement, values);
      client.release(isCancelled);
      return result;
    } catch (error) {
      client.release(isCancelled || !isServerRejection(error) || isOutdated(error));
      throw classifyStatementFailure(error, sql, signal);
    } finally {
      if (canCancel) signal?.removeEventListener('abort', cancel);
    }
  };
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) =>
    run(statement, values).catch((error: unknown) => {
      // Nothing of it has run: it goes again without a name, and the connection with what it prepared is given up.
      if (typeof statement === 'object' && isOutdated(error)) return run({ ...statement, name: '' }, values);
      throw error;
    });
  return Object.assign(pool, { query });
}

function ignore(): void {}

/** Waits for a connection, or for the signal: what comes too late is given back unused. */
function acquire(pool: pg.Pool, signal: AbortSignal | undefined): Promise<pg.PoolClient> {
  if (!signal || pool.idleCount > pool.waitingCount) return pool.connect();
  return new Promise((resolve, reject) => {
    const drop = () => reject(abortError(signal));
    if (signal.aborted) return drop();
    signal.addEventListener('abort', drop, { once: true });
    pool.connect().then(
      (client) => {
        signal.removeEventListener('abort', drop);
        if (signal.aborted) client.release();
        else resolve(client);
      },
      (error: Error) => {
        signal.removeEventListener('abort', drop);
        reject(error);
      },
    );
  });
}

/** A statement was prepared before a migration that gave its columns other types. Its message depends on the server's language. */
function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}
