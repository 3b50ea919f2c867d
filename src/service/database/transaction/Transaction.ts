import type { AbortSignalLike } from '../../../gateway/protocol/AbortSignalLike.ts';
import type pg from 'pg';

/** An open transaction. */
export interface Transaction {
  /** Runs a statement after those before it. Rejects as the statements of a pool do. */
  query(statement: pg.QueryConfig, signal: AbortSignalLike | undefined): Promise<pg.QueryResult>;
  /** Runs a statement of a store. Rejects as `Database.query` does. */
  execute(sql: string): Promise<void>;
}
