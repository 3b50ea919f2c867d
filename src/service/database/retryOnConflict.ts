import { setTimeout } from 'node:timers/promises';
import type { DatabaseClient, Scope } from './Database.ts';
import { CONFLICT_MESSAGE, toCallerError, unavailableError } from './databaseErrors.ts';

/** The maximum number of attempts: each conflict needs another transaction that got in between. */
export const MAX_ATTEMPTS = 5;

const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 200;

/** Waits before another attempt: for a random time, so that what has met does not meet again, and for longer after each. */
export function pauseAfter(attempt: number): Promise<void> {
  return setTimeout(Math.random() * Math.min(MIN_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS));
}

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
        throw unavailableError(CONFLICT_MESSAGE, error);
      }
    }
    await pauseAfter(attempt);
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
