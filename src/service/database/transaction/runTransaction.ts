import type { AbortSignalLike } from '../../../gateway/protocol/AbortSignalLike.ts';
import type { PooledConnection } from '../PooledConnection.ts';
import type { Scope } from '../Scope.ts';
import { toCallerError } from '../toCallerError.ts';
import { ConnectionTransaction } from './ConnectionTransaction.ts';

/** The work of a transaction. */
export interface TransactionWork<Result> {
  /** What runs on behalf of `scope` is part of the transaction. It must begin no other one: an embedded database has one connection. */
  run(scope: Scope): Promise<Result>;
  /** Called right before COMMIT; if it throws, the transaction is rolled back. */
  beforeCommit(): void;
}

/**
 * Runs a transaction on a connection, which it releases: it commits if `run` resolves, and rolls back otherwise. Rejects with the
 * error of `run` or, for the statements of its own, as `Database.query` does.
 */
export async function runTransaction<Result>(
  acquire: () => Promise<PooledConnection>,
  { run, beforeCommit }: TransactionWork<Result>,
  signal: AbortSignalLike | undefined,
): Promise<Result> {
  const connection = await acquire().catch((error: unknown) => {
    throw toCallerError(error);
  });
  const transaction = new ConnectionTransaction(connection, signal);
  try {
    await transaction.begin();
    const result = await run({ signal, transaction });
    beforeCommit();
    await transaction.commit();
    return result;
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}
