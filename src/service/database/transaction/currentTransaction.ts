// The transaction of the current asynchronous context, as `statementSignal.ts` has its signal: the pool runs every statement of
// the context on the connection of the transaction.
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** An open transaction. */
export interface Transaction {
  /** Runs a statement after those before it, on behalf of the pool. */
  query(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
  /** Runs a statement of a store. Rejects as the operations of a Prisma client do. */
  execute(sql: string): Promise<void>;
}

const transactions = new AsyncLocalStorage<Transaction>();

/** Runs `run` so that its statements are part of a transaction. */
export function withTransaction<Result>(transaction: Transaction, run: () => PromiseLike<Result>): Promise<Result> {
  // A Prisma operation begins when it is awaited.
  return transactions.run(transaction, async () => await run());
}

/** The transaction of the caller; undefined outside of `withTransaction`. */
export function currentTransaction(): Transaction | undefined {
  return transactions.getStore();
}

/** Returns a function that returns the instance of the current transaction, or the one that everything else shares. */
export function perTransaction<Instance>(create: () => Instance): () => Instance {
  const shared = create();
  const own = new WeakMap<Transaction, Instance>();
  return () => {
    const transaction = currentTransaction();
    if (!transaction) return shared;
    let instance = own.get(transaction);
    if (instance === undefined) own.set(transaction, (instance = create()));
    return instance;
  };
}
