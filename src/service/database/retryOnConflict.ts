import type { DatabaseClient, Scope } from './Database.ts';
import { toCallerError, unavailableError } from './databaseErrors.ts';

/** The maximum number of attempts: each conflict needs another transaction that got in between. */
export const MAX_ATTEMPTS = 5;

/**
 * Runs a write again while it fails by a conflict with another transaction, which left nothing behind. Rejects with
 * UNAVAILABLE after the last attempt, and at once with any other error. Within a transaction each attempt begins at a
 * savepoint, as PostgreSQL refuses every statement after one that has failed.
 */
export async function retryOnConflict<Result>(
  { transaction, ...scope }: Scope,
  isConflict: (error: unknown) => boolean,
  write: (scope: Scope) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      if (!transaction) return await write(scope);
      // A transaction within a transaction is a savepoint.
      const attemptWithin = (inner: DatabaseClient) => write({ ...scope, transaction: inner });
      return await inTurn(transaction, () => transaction.$transaction(attemptWithin));
    } catch (thrown) {
      const error = toCallerError(thrown); // That of the savepoint itself is Prisma's.
      if (!isConflict(error)) throw error;
      if (attempt === MAX_ATTEMPTS) {
        throw unavailableError('The data is being changed by other requests; try again shortly.', error);
      }
    }
  }
}

/** What settles when the last work of each transaction has. */
const last = new WeakMap<DatabaseClient, Promise<void>>();

/** Runs work of a transaction after the work before: of what it gets in one tick, Prisma runs nothing after a failure, and resolves it. */
export async function inTurn<Result>(transaction: DatabaseClient, work: () => Promise<Result>): Promise<Result> {
  const before = last.get(transaction);
  const result = before ? before.then(work) : work();
  const settled = () => {};
  last.set(transaction, result.then(settled, settled));
  return result;
}
