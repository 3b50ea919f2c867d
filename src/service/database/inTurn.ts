import type { DatabaseClient } from './Database.ts';

/** What settles when the last work of each transaction has. */
const last = new WeakMap<DatabaseClient, Promise<void>>();

/**
 * Runs work of a transaction after the work that came before. Prisma makes one batch of what a transaction receives in one tick: after
 * one that has failed, it runs none of the others, and resolves them with undefined. It refuses a savepoint beside another one.
 */
export async function inTurn<Result>(transaction: DatabaseClient, work: () => Promise<Result>): Promise<Result> {
  const before = last.get(transaction);
  const result = before ? before.then(work) : work();
  const settled = () => {};
  last.set(transaction, result.then(settled, settled));
  return result;
}
