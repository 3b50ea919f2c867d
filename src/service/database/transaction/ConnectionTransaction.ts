import type pg from 'pg';
import { abortError, classifyStatementFailure } from '../classifyStatementFailure.ts';
import type { PooledConnection } from '../PooledConnection.ts';
import { currentSignal } from '../statementSignal.ts';
import { StatementError } from '../StatementError.ts';
import { toCallerError } from '../toCallerError.ts';
import { unavailableError } from '../unavailableError.ts';
import type { Transaction } from './currentTransaction.ts';

/**
 * A transaction on one connection, which it releases at its end. After that it refuses statements: a request that has timed
 * out may still send some, and the connection is another request's.
 */
export class ConnectionTransaction implements Transaction {
  readonly #connection: PooledConnection;
  /** Settles when the statements that were passed to `query` have. */
  #last: Promise<unknown> = Promise.resolve();
  #hasEnded = false;

  constructor(connection: PooledConnection) {
    this.#connection = connection;
  }

  /** A statement sees what was committed before it, whatever the default of the database is. */
  begin(): Promise<void> {
    return this.execute('BEGIN ISOLATION LEVEL READ COMMITTED');
  }

  query(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const signal = currentSignal();
    const result = this.#last.then(() => this.#send(statement, values, signal));
    this.#last = result.catch(() => {});
    return result;
  }

  async execute(sql: string): Promise<void> {
    await this.query(sql).catch((error: unknown) => {
      throw toCallerError(error);
    });
  }

  /** Rejects with OUTCOME_UNKNOWN if the response is lost. */
  async commit(): Promise<void> {
    this.#hasEnded = true;
    await this.#last;
    let command: string;
    try {
      ({ command } = await this.#connection.send('COMMIT', undefined, undefined));
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
      if (this.#connection.isReady) await this.#connection.send('ROLLBACK', undefined, undefined);
    } catch {
      // The connection has failed, so it is closed.
    }
    this.#connection.release();
  }

  async #send(
    statement: string | pg.QueryConfig,
    values: unknown[] | undefined,
    signal: AbortSignal | undefined,
  ): Promise<pg.QueryResult> {
    if (signal?.aborted) throw abortError(signal);
    if (this.#hasEnded || !this.#connection.isReady) {
      throw new StatementError(unavailableError('The transaction of the request has ended; try again shortly.'));
    }
    try {
      return await this.#connection.send(unnamed(statement), values, signal);
    } catch (error) {
      throw classifyStatementFailure(error, undefined, signal);
    }
  }
}

/** A statement that a migration has outdated would fail, and the transaction with it, so none is prepared by name. */
function unnamed(statement: string | pg.QueryConfig): string | pg.QueryConfig {
  return typeof statement === 'string' ? statement : { ...statement, name: '' };
}
