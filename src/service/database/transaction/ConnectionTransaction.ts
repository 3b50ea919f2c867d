import type { AbortSignalLike } from '../../../gateway/protocol/AbortSignalLike.ts';
import type pg from 'pg';
import { abortError, classifyStatementFailure } from '../classifyStatementFailure.ts';
import type { PooledConnection } from '../PooledConnection.ts';
import { StatementError } from '../StatementError.ts';
import { toCallerError } from '../toCallerError.ts';
import { unavailableError } from '../unavailableError.ts';
import type { Transaction } from './Transaction.ts';

/**
 * A transaction on one connection, which it releases at its end. After that it refuses statements: a request that has timed
 * out may still send some, and the connection is another request's.
 */
export class ConnectionTransaction implements Transaction {
  readonly #connection: PooledConnection;
  readonly #signal: AbortSignalLike | undefined;
  /** Settles when the statements that were passed to `query` have. */
  #last: Promise<unknown> = Promise.resolve();
  #hasEnded = false;

  /** The signal is that of `begin` and `execute`. */
  constructor(connection: PooledConnection, signal: AbortSignalLike | undefined) {
    this.#connection = connection;
    this.#signal = signal;
  }

  /** A statement sees what was committed before it, whatever the default of the database is. */
  begin(): Promise<void> {
    return this.execute('BEGIN ISOLATION LEVEL READ COMMITTED');
  }

  query(statement: pg.QueryConfig, signal: AbortSignalLike | undefined): Promise<pg.QueryResult> {
    const result = this.#last.then(() => this.#send(statement, signal));
    this.#last = result.catch(() => {});
    return result;
  }

  async execute(sql: string): Promise<void> {
    await this.query({ text: sql }, this.#signal).catch((error: unknown) => {
      throw toCallerError(error);
    });
  }

  /** Rejects with OUTCOME_UNKNOWN if the response is lost. */
  async commit(): Promise<void> {
    this.#hasEnded = true;
    await this.#last;
    let command: string;
    try {
      ({ command } = await this.#connection.send('COMMIT', undefined));
    } catch (error) {
      throw toCallerError(classifyStatementFailure(error, 'COMMIT', undefined));
    }
    // PostgreSQL rolls back, without an error, if a statement has failed.
    if (command !== 'COMMIT') throw new Error('A statement of the transaction has failed, so it was rolled back.');
    this.#connection.release();
  }

  /** Undoes everything. A connection that has failed is closed, and the server rolls back. */
  async rollback(): Promise<void> {
    this.#hasEnded = true;
    await this.#last;
    try {
      if (this.#connection.isReady) await this.#connection.send('ROLLBACK', undefined);
    } catch {
      // The connection has failed, so it is closed.
    }
    this.#connection.release();
  }

  async #send(statement: pg.QueryConfig, signal: AbortSignalLike | undefined): Promise<pg.QueryResult> {
    if (signal?.aborted) throw abortError(signal);
    if (this.#hasEnded || !this.#connection.isReady) {
      throw new StatementError(unavailableError('The transaction of the request has ended; try again shortly.'));
    }
    try {
      // A statement that a migration has outdated would fail, and the transaction with it, so none is prepared by name.
      return await this.#connection.send({ ...statement, name: '' }, signal);
    } catch (error) {
      throw classifyStatementFailure(error, undefined, signal);
    }
  }
}
