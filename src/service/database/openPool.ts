import pg from 'pg';
import type { Backend } from './Backend.ts';
import { cancelStatement } from './cancelStatement.ts';
import type { DatabaseLog } from './Database.ts';
import { isServerRejection } from './isServerRejection.ts';
import { abortError, classifyStatementFailure } from './classifyStatementFailure.ts';
import { currentSignal } from './statementSignal.ts';

const IDLE_TIMEOUT_MS = 300_000;

/** Settings of a session behind PgBouncer, which accepts no `options` at startup and tracks these two for each client. */
const SESSION_SETTINGS = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'`;

/**
 * Opens a pool of connections. The `query` of node-postgres discards the connection of every failed statement; this one
 * keeps the connection if the server rejected only the statement, such as for a unique violation. A statement whose signal
 * is aborted (`withSignal`) is not sent if it still waits for a connection; a server cancels it if it already runs.
 * `onStatement` is called with the text of each statement that is sent.
 */
export function openPool(
  { connection, direct, poolSize }: Backend,
  log?: DatabaseLog,
  onStatement?: (sql: string) => void,
): pg.Pool {
  const onConnect = async (client: pg.ClientBase) => void (await client.query(SESSION_SETTINGS));
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    ...(direct && { onConnect }),
  });
  // An idle connection that breaks is replaced by the next one that is needed.
  pool.on('error', (error) => log?.warn({ err: error }, 'lost a connection to the database'));
  // The statement of a connection in use reports its errors. A connection can also break between its startup and its first
  // statement; an `error` event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', ignore));
  // An embedded database has no address for a cancel request.
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
      // It had no effect. It runs once more without a name; the connection with the outdated statement is discarded.
      if (typeof statement === 'object' && isOutdated(error)) return run({ ...statement, name: '' }, values);
      throw error;
    });
  return Object.assign(pool, { query });
}

function ignore(): void {}

/** Waits for a connection or for the signal; a connection that arrives after the signal is released unused. */
function acquire(pool: pg.Pool, signal: AbortSignal | undefined): Promise<pg.PoolClient> {
  if (!signal || pool.idleCount > pool.waitingCount) return pool.connect();
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortError(signal));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    pool.connect().then(
      (client) => {
        signal.removeEventListener('abort', abort);
        if (signal.aborted) client.release();
        else resolve(client);
      },
      (error: Error) => {
        signal.removeEventListener('abort', abort);
        reject(error);
      },
    );
  });
}

/** Whether a statement was prepared before a migration changed the types of its columns. The message is translated. */
function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}
