import type { SqlQuery, SqlResultSet, Transaction, TransactionOptions } from '@prisma/driver-adapter-utils';
import { StatementError, unavailableError } from '../databaseErrors.ts';
import type { PooledConnection } from './PooledConnection.ts';
import { type StatementResult, toResultSet, toStatement } from './columnTypes.ts';
import { statementScope } from './statementScope.ts';
import { abortError, classifyFailure, toStatementError } from './statementFailures.ts';

/** A transaction on one connection, which it releases at its end; after that it refuses statements. Every error is a StatementError. */
export class ConnectionTransaction implements Transaction {
  readonly provider = 'postgres';
  readonly adapterName = 'portico';
  /** COMMIT and ROLLBACK are sent here, not as statements of Prisma, which does not look at the response. */
  readonly options: TransactionOptions = { usePhantomQuery: true };
  readonly #connection: PooledConnection;
  /** Settles when the statements before have. */
  #last: Promise<unknown> = Promise.resolve();
  #hasEnded = false;

  constructor(connection: PooledConnection) {
    this.#connection = connection;
  }

  /** A statement sees what was committed before it, whatever the default of the database is. */
  async begin(): Promise<void> {
    try {
      await this.executeRaw({ sql: 'BEGIN ISOLATION LEVEL READ COMMITTED', args: [], argTypes: [] });
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    return toResultSet(await this.#run(query));
  }

  async executeRaw(query: SqlQuery): Promise<number> {
    return (await this.#run(query)).rowCount ?? 0;
  }

  /** Rejects with OUTCOME_UNKNOWN if the response is lost; after any other error nothing has happened. */
  async commit(): Promise<void> {
    this.#hasEnded = true;
    await this.#last;
    let result: StatementResult;
    try {
      result = await this.#connection.send({ text: 'COMMIT', rowMode: 'array' }, undefined);
    } catch (error) {
      throw toStatementError(classifyFailure(error, 'COMMIT', undefined));
    } finally {
      this.#connection.release();
    }
    if (result.command === 'COMMIT') return;
    // PostgreSQL rolls back, without an error, if a statement has failed.
    throw new StatementError(new Error('A statement of the transaction has failed, so it was rolled back.'));
  }

  /** Undoes everything. A connection that has failed is closed, and the server rolls back. */
  async rollback(): Promise<void> {
    this.#hasEnded = true;
    await this.#last;
    try {
      if (!this.#connection.isBroken) await this.#connection.send({ text: 'ROLLBACK', rowMode: 'array' }, undefined);
    } catch {
      // The connection has failed, so it is closed.
    }
    this.#connection.release();
  }

  async createSavepoint(name: string): Promise<void> {
    await this.executeRaw({ sql: `SAVEPOINT ${name}`, args: [], argTypes: [] });
  }

  async rollbackToSavepoint(name: string): Promise<void> {
    await this.executeRaw({ sql: `ROLLBACK TO SAVEPOINT ${name}`, args: [], argTypes: [] });
  }

  async releaseSavepoint(name: string): Promise<void> {
    await this.executeRaw({ sql: `RELEASE SAVEPOINT ${name}`, args: [], argTypes: [] });
  }

  #run(query: SqlQuery): Promise<StatementResult> {
    const signal = statementScope.getStore()?.signal;
    const result = this.#last.then(async () => {
      if (signal?.aborted) throw abortError(signal);
      if (this.#hasEnded || this.#connection.isBroken) {
        throw new StatementError(unavailableError('The transaction of the request has ended; try again shortly.'));
      }
      try {
        // A statement that a migration has outdated would fail, and the transaction with it, so none is prepared by name.
        return await this.#connection.send(toStatement(query), signal);
      } catch (error) {
        throw toStatementError(classifyFailure(error, undefined, signal));
      }
    });
    this.#last = result.catch(() => {});
    return result;
  }
}
