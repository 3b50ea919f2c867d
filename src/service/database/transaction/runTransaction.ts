import type { PooledConnection } from '../PooledConnection.ts';
import { toCallerError } from '../toCallerError.ts';
import { ConnectionTransaction } from './ConnectionTransaction.ts';
import { currentTransaction, withTransaction } from './currentTransaction.ts';

/** The work of a transaction. */
export interface TransactionWork<Result> {
  /** Every statement that it runs, through whatever it calls, is part of the transaction. */
  run(): Promise<Result>;
  /** Called right before COMMIT; if it throws, the transaction is rolled back. */
  beforeCommit(): void;
}

/**
 * Runs a transaction on a connection, which it releases: it commits if `run` resolves, and rolls back otherwise. Rejects with the
 * error of `run` or, for the statements of its own, as the operations of a Prisma client do.
 */
export async function runTransaction<Result>(
  acquire: () => Promise<PooledConnection>,
  { run, beforeCommit }: TransactionWork<Result>,
): Promise<Result> {
  // It would wait forever for the only connection of an embedded database.
  if (currentTransaction()) throw new Error('A transaction must not begin within another one.');
  const connection = await acquire().catch((error: unknown) => {
    throw toCallerError(error);
  });
  const transaction = new ConnectionTransaction(connection);
  try {
    await transaction.begin();
    const result = await withTransaction(transaction, run);
    beforeCommit();
    await transaction.commit();
    return result;
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}
