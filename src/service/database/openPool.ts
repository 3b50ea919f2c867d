import type { AbortSignalLike } from '../../gateway/protocol/AbortSignalLike.ts';
import pg from 'pg';
import type { Backend } from './Backend.ts';
import type { DatabaseLog } from './Database.ts';
import { abortError, classifyStatementFailure } from './classifyStatementFailure.ts';
import { PooledConnection, isOutdated } from './PooledConnection.ts';
import type { Scope } from './Scope.ts';
import { StatementTurns } from './StatementTurns.ts';
import { type TransactionWork, runTransaction } from './transaction/runTransaction.ts';

const IDLE_TIMEOUT_MS = 300_000;

/** Settings of a session behind PgBouncer, which accepts no `options` at startup and tracks these two for each client. */
const SESSION_SETTINGS = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'`;

/** A pool of connections to one database. */
export interface DatabasePool extends pg.Pool {
  /** Runs a statement on behalf of a scope. */
  send(statement: pg.QueryConfig, scope: Scope): Promise<pg.QueryResult>;
  /** Runs a transaction, which must not be within another one. */
  transaction<Result>(work: TransactionWork<Result>, signal: AbortSignalLike | undefined): Promise<Result>;
}

/**
 * Opens a pool of connections. The `query` of node-postgres discards the connection of every failed statement; this one
 * keeps the connection if the server rejected only the statement, such as for a unique violation. A statement whose signal
 * is aborted is not sent if it still waits for a connection; a server cancels it if it already runs.
 * `onStatement` is called with the text of each statement that is sent.
 */
export function openPool(
  { connection, direct, poolSize }: Backend,
  log?: DatabaseLog,
  onStatement?: (sql: string) => void,
): DatabasePool {
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
  const options = { canCancel: connection.stream === undefined, onStatement };

  const acquire = async (signal: AbortSignalLike | undefined) => {
    const client = await acquireClient(pool, signal);
    if (signal?.aborted) {
      client.release();
      throw abortError(signal);
    }
    return new PooledConnection(client, options);
  };
  const turns = new StatementTurns(poolSize);
  const runInTurn = async (statement: pg.QueryConfig, signal: AbortSignalLike | undefined) => {
    const own = await acquire(signal);
    try {
      return await own.send(statement, signal);
    } catch (error) {
      throw classifyStatementFailure(error, statement.text, signal);
    } finally {
      own.release();
    }
  };
  const run = (statement: pg.QueryConfig, signal: AbortSignalLike | undefined) =>
    signal ? turns.run(signal, () => runInTurn(statement, signal)) : runInTurn(statement, signal);
  const send: DatabasePool['send'] = (statement, { signal, transaction }) =>
    transaction
      ? transaction.query(statement, signal)
      : run(statement, signal).catch((error: unknown) => {
          // It had no effect. It runs once more without a name; the connection with the outdated statement is discarded.
          if (isOutdated(error)) return run({ ...statement, name: '' }, signal);
          throw error;
        });
  const query = (statement: string | pg.QueryConfig, values: unknown[] = []) =>
    send(typeof statement === 'string' ? { text: statement, values } : { values, ...statement }, {});
  const transaction: DatabasePool['transaction'] = (work, signal) =>
    runTransaction(() => acquire(signal), work, signal);
  return Object.assign(pool, { query, send, transaction });
}

function ignore(): void {}

/** Waits for a connection or for the signal; a connection that arrives after the signal is released unused. */
function acquireClient(pool: pg.Pool, signal: AbortSignalLike | undefined): Promise<pg.PoolClient> {
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
