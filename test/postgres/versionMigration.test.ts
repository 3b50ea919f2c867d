// A database of the build before gets versions: every UPDATE advances that of its row, whoever runs it.
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { applyMigrations } from '../../src/service/database/migrate/applyMigrations.ts';
import { readMigrations } from '../../src/service/database/migrate/readMigrations.ts';
import { createDatabase } from './support/createDatabase.ts';

test('rows that exist have version 1, and statements that do not know the version advance it', async () => {
  const client = new pg.Client({ connectionString: await createDatabase() });
  await client.connect();
  onTestFinished(() => client.end());
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
