// A database of the build before gets versions: every UPDATE advances that of its row, whoever runs it.
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { applyMigrations, readMigrations } from '../../../src/service/database/applyMigrations.ts';
import { createDatabase } from './support/createDatabase.ts';

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('rows that exist have version 1, and statements that do not know the version advance it', async () => {
  const client = await connect(await createDatabase());
  const migrations = await readMigrations();
  const own = migrations.findIndex(({ name }) => name.endsWith('_versions'));
  await applyMigrations(client, migrations.slice(0, own));
  await client.query(`
    INSERT INTO users (first_name, last_name) VALUES ('Ada', 'Lovelace'), ('Grace', 'Hopper');
    INSERT INTO orders (user_id, total, currency) VALUES (1, 1, 'EUR'), (2, 2, 'EUR')`);
  // As a process of that build prepares it.
  const replace = { name: 'replace', text: `UPDATE users SET first_name = 'A' WHERE id = 1 RETURNING id, first_name` };
  await client.query(replace);
  const fileOf = async (table: string) =>
    (await client.query<{ file: string }>(`SELECT pg_relation_filepath($1) AS file`, [table])).rows[0]!.file;
  const files = [await fileOf('users'), await fileOf('orders')];

  await applyMigrations(client, migrations);
  expect([await fileOf('users'), await fileOf('orders')]).toEqual(files);
  const versions = async (table: string) =>
    (await client.query<{ version: string }>(`SELECT version FROM ${table} ORDER BY id`)).rows.map(
      ({ version }) => version,
    );
  expect([await versions('users'), await versions('orders')]).toEqual([
    ['1', '1'],
    ['1', '1'],
  ]);

  expect((await client.query(replace)).rows).toEqual([{ id: '1', first_name: 'A' }]);
  await client.query('UPDATE users SET version = 1 WHERE id = 1');
  await client.query('UPDATE orders SET status = status');
  await client.query('SELECT * FROM users FOR UPDATE');
  expect([await versions('users'), await versions('orders')]).toEqual([
    ['3', '1'],
    ['2', '2'],
  ]);
});

test('a migration that waits for a table lets the requests of others pass', async () => {
  const url = await createDatabase();
  const [client, reader, other] = await Promise.all([connect(url), connect(url), connect(url)]);
  const migrations = await readMigrations();
  const own = migrations.findIndex(({ name }) => name.endsWith('_versions'));
  await applyMigrations(client, migrations.slice(0, own));
  await reader.query('BEGIN; SELECT FROM users');

  const info = vi.fn<(details: object, message: string) => void>();
  const migrated = applyMigrations(client, migrations, { info, warn: () => {} });
  const waiting = `SELECT FROM pg_locks WHERE relation = 'users'::regclass AND NOT granted`;
  await vi.waitFor(async () => expect((await other.query(waiting)).rowCount).toBe(1), { timeout: 10_000, interval: 5 });
  // Without a limit it would wait behind the migration, which waits for the reader.
  await other.query(`SET statement_timeout = '20s'`);
  expect((await other.query('SELECT FROM users')).rowCount).toBe(0);

  await reader.query('COMMIT');
  await migrated;
  expect(info.mock.calls.map(([, message]) => message)).toEqual([
    'waiting for transactions that use the tables of the migration',
    ...migrations.slice(own).map(() => 'migrated the database'),
  ]);
  expect((await client.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '0' }]);
  const { rows } = await client.query('SELECT count(*)::int FROM _prisma_migrations WHERE finished_at IS NOT NULL');
  expect(rows).toEqual([{ count: migrations.length }]);
});
