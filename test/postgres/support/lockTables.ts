import pg from 'pg';
import { onTestFinished } from 'vitest';

/** A table lock that a test holds. */
export interface TableLock {
  /** The statements that wait for a lock in this database. */
  waiting(): Promise<string[]>;
  release(): Promise<unknown>;
}

/** Locks these tables, by default those of all endpoints, until the lock is released: exclusively, or in a mode that lets others read. */
export async function lockTables(
  url: string,
  tables = 'users, orders, products, cities',
  mode: 'ACCESS EXCLUSIVE' | 'SHARE' = 'ACCESS EXCLUSIVE',
): Promise<TableLock> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`BEGIN; LOCK TABLE ${tables} IN ${mode} MODE`);
  return {
    waiting: async () => {
      const { rows } = await client.query<{ query: string }>(
        `SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      await client.query('SELECT pg_stat_clear_snapshot()');
      return rows.map(({ query }) => query);
    },
    release: () => client.query('COMMIT'),
  };
}
