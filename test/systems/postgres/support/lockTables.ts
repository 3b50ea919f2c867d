import pg from 'pg';
import { onTestFinished } from 'vitest';
import { query } from './createDatabase.ts';

/** A lock of tables that a test asks for, until it is released. */
export interface TableLock {
  granted: Promise<unknown>;
  /** The statements that wait for a lock in this database. */
  waiting(): Promise<string[]>;
  release(): Promise<unknown>;
}

type Mode = 'ACCESS EXCLUSIVE' | 'SHARE';

/** Locks these tables, by default those of all endpoints: exclusively, or in a mode that lets others read. */
export async function lockTables(
  url: string,
  tables = 'users, orders, products, cities',
  mode: Mode = 'ACCESS EXCLUSIVE',
): Promise<TableLock> {
  const lock = await requestLock(url, tables, mode);
  await lock.granted;
  return lock;
}

/** Asks for a lock that waits for those who hold one, and that whoever comes later waits for. */
export async function requestLock(url: string, tables: string, mode: Mode = 'ACCESS EXCLUSIVE'): Promise<TableLock> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return {
    granted: client.query(`BEGIN; LOCK TABLE ${tables} IN ${mode} MODE`),
    waiting: async () => {
      const { rows } = await client.query<{ query: string }>(
        `SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      await client.query('SELECT pg_stat_clear_snapshot()');
      return rows.map((row) => row.query);
    },
    release: () => client.query('COMMIT'),
  };
}

/** How many statements wait for a lock in a database. */
export async function countWaiting(url: string): Promise<number> {
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  return (await query(url, waiting)).length;
}
