import { AsyncLocalStorage } from 'node:async_hooks';
import type { AbortSignalLike } from '../../../gateway/protocol/AbortSignalLike.ts';

/** On whose behalf the statements of an operation of the client run. */
export interface StatementScope {
  /** Once it is aborted, a statement is not sent, or is cancelled where that is possible. */
  signal: AbortSignalLike | undefined;
  /** Whether a transaction is open, of which every statement has to be a part. */
  isInTransaction: boolean;
}

/** Leads from an operation of the client to its statements: no argument does. */
export const statementScope = new AsyncLocalStorage<StatementScope>();
