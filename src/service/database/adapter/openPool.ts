import pg from 'pg';
import { type AbortSignalLike, Lane, MAX_WAIT_MS, type Release } from '../../../gateway/server.ts';
import type { DatabaseLog, WriteCapacity } from '../Database.ts';
import {
  OVERLOADED_MESSAGE,
  POOL_TIMEOUT_MESSAGE,
  StatementError,
  isRolledBack,
  unavailableError,
} from '../databaseErrors.ts';
import { MAX_ATTEMPTS, pauseAfter } from '../retryOnConflict.ts';
import type { Backend } from './Backend.ts';
import { ConnectionTransaction } from './ConnectionTransaction.ts';
import { PooledConnection, type StatementObservers } from './PooledConnection.ts';
import type { Statement, StatementResult } from './columnTypes.ts';
import { abortError, classifyFailure, isOutdated, isWrite, toStatementError } from './statementFailures.ts';

const IDLE_TIMEOUT_MS = 300_000;

/** Connections of five that writes leave to reads: reads are short, and share statements. */
const READ_PART = 1 / 5;

/** Writes that may wait for each connection, and the connections of the pool for which at least as many may: the default size. */
const WAITING_PER_CONNECTION = 4;
const MIN_CONNECTIONS = 10;

/** Settings of a session behind PgBouncer, which accepts no `options` at startup and tracks these two for each client. */
const SESSION_SETTINGS = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'`;

export type DatabasePool = ReturnType<typeof openPool>;

/**
 * Opens a pool of connections. The `query` of node-postgres discards the connection of every failed statement; this one
 * keeps the connection if the server rejected only the statement, such as for a unique violation. A statement whose signal
 * is aborted is not sent if it still waits for a connection; a server cancels it if it already runs.
 * `onStatement` is called with the text of each statement that is sent.
 */
export function openPool(
  { connection, direct, poolSize }: Backend,
  log?: DatabaseLog,
  { onStatement, telemetry }: StatementObservers = {},
) {
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
  pool.on('connect', (client) => client.on('error', () => {}));
  // An embedded database has no address for a cancel request.
  const options = { canCancel: connection.stream === undefined, onStatement, telemetry };
  const stopObserving = telemetry?.observeConnections(() => {
    const { idleCount: idle, totalCount, waitingCount: pending } = pool;
    return { idle, used: totalCount - idle, pending, max: poolSize };
  });

  // The admission bounds writes, but statements that requests share, and those of the maintenance, are not of its making.
  const { running } = writeCapacity(poolSize);
  const writes = new Lane({ budget: running, maxWaitMs: MAX_WAIT_MS });
  /** Connections that statements and transactions have. */
  let used = 0;
  const acquire = async (signal: AbortSignalLike | undefined, mayWrite: boolean) => {
    const start = telemetry && performance.now();
    const leaveWrites = mayWrite ? await enterWrites(writes, signal) : undefined;
    const onRelease = () => {
      used -= 1;
      leaveWrites?.();
    };
    try {
      const client = await acquireClient(pool, signal);
      if (start !== undefined) telemetry?.recordConnectionWait(performance.now() - start);
      if (!signal?.aborted) {
        used += 1;
        return new PooledConnection(client, { ...options, onRelease });
      }
      client.release();
      throw abortError(signal);
    } catch (error) {
      leaveWrites?.();
      // Without a connection in use, it is the server that gives none.
      const isOverloaded = used > 0 && (error as Error).message === POOL_TIMEOUT_MESSAGE;
      throw isOverloaded ? new StatementError(unavailableError(OVERLOADED_MESSAGE, error)) : error;
    }
  };
  const turns = new StatementTurns(poolSize);
  const nameOf = nameStatements(direct !== undefined);
  const runInTurn = async (statement: Statement, signal: AbortSignalLike | undefined) => {
    const client = await acquire(signal, isWrite(statement.text));
    try {
      return await client.send(statement, signal);
    } catch (error) {
      throw classifyFailure(error, statement.text, signal);
    } finally {
      client.release();
    }
  };
  const run = (statement: Statement, signal: AbortSignalLike | undefined) =>
    signal ? turns.run(signal, () => runInTurn(statement, signal)) : runInTurn(statement, signal);
  return {
    /**
     * Runs a statement that is a transaction of its own: again where that had no effect for a conflict with another one, until the signal
     * is aborted. Rejects with a StatementError.
     */
    send: async (statement: Statement, signal: AbortSignalLike | undefined): Promise<StatementResult> => {
      let name = nameOf(statement.text);
      for (let attempt = 1; ; attempt++) {
        try {
          return await run({ ...statement, name }, signal);
        } catch (error) {
          if (isOutdated(error) && name !== '') {
            // It had no effect. It runs without a name; the connection with the outdated statement is discarded.
            name = '';
            continue;
          }
          if (!isRolledBack(error) || (!signal && attempt >= MAX_ATTEMPTS)) throw toStatementError(error);
        }
        await pauseAfter(attempt);
      }
    },
    /** Begins a transaction. Rejects with a StatementError. */
    begin: async (signal: AbortSignalLike | undefined): Promise<ConnectionTransaction> => {
      const transaction = new ConnectionTransaction(await acquire(signal, true).catch(rethrow));
      await transaction.begin();
      return transaction;
    },
    /** Waits for running statements, then closes all connections. */
    close: () => {
      stopObserving?.();
      return pool.end();
    },
  };
}

function rethrow(error: unknown): never {
  throw toStatementError(error);
}

/** What writes may take of a pool, so that reads find a connection while writes wait for locks. */
export function writeCapacity(poolSize: number): WriteCapacity {
  const reserved = Math.max(1, Math.floor(READ_PART * poolSize));
  return {
    running: Math.max(1, poolSize - reserved),
    waiting: WAITING_PER_CONNECTION * Math.max(MIN_CONNECTIONS, poolSize),
  };
}

/** Waits, in the order of arrival, until a write may take a connection. */
async function enterWrites(lane: Lane, signal: AbortSignalLike | undefined): Promise<Release> {
  if (signal?.aborted) throw abortError(signal);
  const work = { cost: 1, caller: '', ...(signal && { signal }) };
  try {
    return lane.tryStart(work) ?? (await lane.wait(work));
  } catch (error) {
    throw signal?.aborted ? abortError(signal) : new StatementError(error);
  }
}

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

/** Statements with a name on each connection; each costs the server memory. */
const MAX_PREPARED_STATEMENTS = 500;

/** The best plan for a pattern depends on its text, so PostgreSQL plans such a statement each time. */
const PATTERN_MATCH = ' ILIKE ';

/** Creates what names the statements that are prepared on each connection; '' for others. With `isOff`, as behind a pooler, none is. */
export function nameStatements(isOff: boolean): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    let name = names.get(text);
    if (name !== undefined) return name;
    if (isOff || names.size === MAX_PREPARED_STATEMENTS || text.includes(PATTERN_MATCH)) return '';
    names.set(text, (name = `portico_${names.size}`));
    return name;
  };
}

/** Statements of one request that run at a time, of its first ones: a page and its total, or two parts of a response. */
const MAX_RUNNING = 2;

/** The statements after which a request is a large one: an endpoint of the service has no more than five. */
const MAX_SMALL = 5;

/** Lets a request, known by its signal, run few statements at a time, and a large one only one, so that others need not wait for all. */
export class StatementTurns {
  readonly #maxRunning: number;
  readonly #requests = new WeakMap<AbortSignalLike, { lane: Lane; statements: number }>();

  constructor(poolSize: number) {
    this.#maxRunning = Math.min(MAX_RUNNING, poolSize);
  }

  /** Runs a statement in its turn. What waits for an aborted request follows those that are cancelled. */
  run<Result>(signal: AbortSignalLike, statement: () => Promise<Result>): Promise<Result> {
    let request = this.#requests.get(signal);
    if (!request) {
      this.#requests.set(signal, (request = { lane: new Lane({ budget: this.#maxRunning }), statements: 0 }));
    }
    const cost = request.statements++ < MAX_SMALL ? 1 : this.#maxRunning;
    return request.lane.run({ caller: '', cost }, statement);
  }
}
