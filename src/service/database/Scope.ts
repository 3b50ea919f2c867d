import type { AbortSignalLike } from '../../gateway/protocol/AbortSignalLike.ts';
import type { Transaction } from './transaction/Transaction.ts';

/** On whose behalf a statement runs. The context of resolvers is one. */
export interface Scope {
  /** Once it is aborted, the statement is not sent, or is cancelled where that is possible. Absent: it runs to completion. */
  signal?: AbortSignalLike | undefined;
  /** What the statement is part of. Absent: a transaction of its own. */
  transaction?: Transaction | undefined;
}
