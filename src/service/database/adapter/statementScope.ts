import { AsyncLocalStorage } from 'node:async_hooks';
import type { AbortSignalLike, Span } from '../../../gateway/server.ts';
import { StatementError } from '../databaseErrors.ts';

/** On whose behalf the statements of an operation of the client run. */
export interface StatementScope {
  /** Once it is aborted, a statement is not sent, or is cancelled where that is possible. */
  signal: AbortSignalLike | undefined;
  /** What they are measured as parts of. Absent: of nothing. */
  span?: Span | undefined;
  /** Whether a transaction is open, of which every statement has to be a part. */
  isInTransaction: boolean;
}

/** Leads from an operation of the client to its statements: no argument does. */
export const statementScope = new AsyncLocalStorage<StatementScope>();

/** Throws inside a transaction: anything beside it would wait for a connection that it holds, the only one of an embedded database. */
export function assertOutsideTransaction(): void {
  if (!statementScope.getStore()?.isInTransaction) return;
  throw new StatementError(
    new Error('A statement inside a transaction must be a part of it: pass the scope of the transaction.'),
  );
}
