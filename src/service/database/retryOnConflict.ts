import type { Transaction } from './transaction/Transaction.ts';
import { unavailableError } from './unavailableError.ts';

/** The maximum number of attempts at one statement: each conflict needs another transaction that got in between. */
export const MAX_ATTEMPTS = 5;

/**
 * Runs a statement again while it fails by a conflict with another transaction, which left nothing behind. Rejects with
 * UNAVAILABLE after the last attempt, and at once with any other error. Within a transaction each attempt begins at a
 * savepoint, as PostgreSQL refuses every statement after one that has failed.
 */
export async function retryOnConflict<Result>(
  run: () => Promise<Result>,
  isConflict: (error: unknown) => boolean,
  transaction: Transaction | undefined,
): Promise<Result> {
  await transaction?.execute('SAVEPOINT attempt');
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === MAX_ATTEMPTS) {
        throw unavailableError('The data is being changed by other requests; try again shortly.', error);
      }
      await transaction?.execute('ROLLBACK TO SAVEPOINT attempt');
    }
  }
}
