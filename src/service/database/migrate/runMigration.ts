import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { DatabaseLog } from '../Database.ts';
import type { Migration } from './readMigrations.ts';

/** While a migration waits for a table, every later statement on that table waits behind it. */
const LOCK_TIMEOUT_MS = 2_000;
/** The time in which those statements run, before the migration waits again. */
const PAUSE_MS = 1_000;

/** The SQLSTATEs lock_not_available and deadlock_detected. */
const NOT_LOCKED = new Set(['55P03', '40P01']);

/**
 * Runs the statements of a migration, which are one transaction, until it gets its locks: it waits for transactions that began before,
 * however long they take, but the processes that serve meanwhile do not wait for it. Rejects with the error of the driver.
 */
export async function runMigration(client: ClientBase, { name, sql }: Migration, log?: DatabaseLog): Promise<void> {
  await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    for (let attempt = 1; !(await tryRun(client, sql)); attempt++) {
      if (attempt === 1)
        log?.info({ migration: name }, 'waiting for transactions that use the tables of the migration');
      await sleep(PAUSE_MS);
    }
  } finally {
    // Where the connection has failed, that is the error to report.
    await client.query('RESET lock_timeout').catch(() => {});
  }
}

/** False if it did not get a lock, and so changed nothing. */
async function tryRun(client: ClientBase, sql: string): Promise<boolean> {
  try {
    await client.query(sql);
    return true;
  } catch (error) {
    if (NOT_LOCKED.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}
