// The totals of lists after a dump of the whole database, or of its data, was restored by pg_dump and pg_restore.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from './support/createDatabase.ts';
import { connect } from './support/connect.ts';
import { compareTotals, createMigrated } from './support/listTotals.ts';

/** A database in which both kinds of slots exist, and a slot that an empty list has left. */
async function createFilled(): Promise<string> {
  const url = await createMigrated();
  const client = await connect(url);
  await client.query(`
    INSERT INTO users (first_name, last_name) SELECT 'Ada', '' FROM generate_series(1, 10);
    INSERT INTO orders (user_id, total, currency) SELECT id, 1, 'EUR' FROM users;
    DELETE FROM orders WHERE user_id > 4; DELETE FROM users WHERE id > 5;
    INSERT INTO products (name, description, price, currency) VALUES ('P', '', 1, 'EUR'); DELETE FROM products`);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT');
  await client.query(`INSERT INTO users (first_name, last_name) VALUES ('Grace', '')`);
  await client.query('COMMIT');
  expect(await compareTotals(client)).toEqual({ counted: [6, 4, 0], totals: [6, 4, 0] });
  return url;
}

/** Dumps one database and restores into another one. */
function copyDatabase(from: string, to: string, { dump, restore }: Record<'dump' | 'restore', string[]>): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-dump-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'dump');
  execFileSync('pg_dump', ['--dbname', from, '--format', 'custom', '--file', file, ...dump], { stdio: 'inherit' });
  execFileSync('pg_restore', ['--dbname', to, '--exit-on-error', ...restore, file], { stdio: 'inherit' });
}

// The target of a dump of data has the tables already, and the table of the migrations.
const DATA = ['--data-only', '--exclude-table', '_prisma_migrations'];

test.each([
  ['a whole dump', createDatabase, { dump: [], restore: [] }],
  ['a whole dump, in parallel', createDatabase, { dump: [], restore: ['--jobs', '3'] }],
  ['a dump of the data', createMigrated, { dump: DATA, restore: [] }],
  ['a dump of the data as INSERT', createMigrated, { dump: [...DATA, '--inserts'], restore: [] }],
  ['a dump of the data without the totals', createMigrated, { dump: [...DATA, '-T', 'list_totals'], restore: [] }],
])('%s is restored with its totals, and later writes are counted', { timeout: 60_000 }, async (_, create, programs) => {
  const to = await create();
  copyDatabase(await createFilled(), to, programs);
  const client = await connect(to);
  expect(await compareTotals(client)).toEqual({ counted: [6, 4, 0], totals: [6, 4, 0] });
  await client.query(`INSERT INTO users (first_name, last_name) VALUES ('Alan', ''), ('Edsger', '')`);
  await client.query('DELETE FROM orders');
  expect(await compareTotals(client)).toEqual({ counted: [8, 0, 0], totals: [8, 0, 0] });
});

test('recount_lists counts what was restored without triggers, over what was there', { timeout: 60_000 }, async () => {
  const to = await createMigrated();
  const client = await connect(to);
  await client.query(`INSERT INTO products (name, description, price, currency) VALUES ('P', '', 1, 'EUR')`);
  copyDatabase(await createFilled(), to, { dump: [...DATA, '-T', 'list_totals'], restore: ['--disable-triggers'] });
  expect(await compareTotals(client)).toEqual({ counted: [6, 4, 1], totals: [0, 0, 1] });
  await client.query('SELECT recount_lists()');
  expect(await compareTotals(client)).toEqual({ counted: [6, 4, 1], totals: [6, 4, 1] });
  await client.query('DELETE FROM orders');
  expect(await compareTotals(client)).toEqual({ counted: [6, 0, 1], totals: [6, 0, 1] });
});
