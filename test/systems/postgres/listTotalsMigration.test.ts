// A database of the build before gets the totals of the rows that it has, while processes of that build write.
import { expect, test } from 'vitest';
import { applyMigrations, readMigrations } from '../../../src/service/database/applyMigrations.ts';
import { connect } from './support/connect.ts';
import { createDatabase } from './support/createDatabase.ts';
import { compareTotals } from './support/listTotals.ts';

const INSERT = { name: 'insert', text: `INSERT INTO users (first_name, last_name) VALUES ('Grace', 'Hopper')` };

test('rows that exist and rows that are written meanwhile are counted once', async () => {
  const url = await createDatabase();
  const [client, open, writer] = await Promise.all([connect(url), connect(url), connect(url)]);
  const migrations = await readMigrations();
  const own = migrations.findIndex(({ name }) => name.endsWith('_list_totals'));
  await applyMigrations(client, migrations.slice(0, own));
  await client.query(`
    INSERT INTO users (first_name, last_name) SELECT 'Ada', '' FROM generate_series(1, 1000);
    INSERT INTO orders (user_id, total, currency) SELECT id, 1, 'EUR' FROM users WHERE id <= 300;
    DELETE FROM users WHERE id > 900`);
  // Prepared before there are triggers, as by a process of the build before; and a transaction that the migration waits for.
  await writer.query(INSERT);
  await open.query(`BEGIN; DELETE FROM orders WHERE user_id <= 100`);

  const migration = { isRunning: true };
  const migrated = applyMigrations(client, migrations).finally(() => (migration.isRunning = false));
  let written = 1;
  const write = async () => {
    do {
      await writer.query(INSERT);
      written++;
      if (written === 20) await open.query('COMMIT');
    } while (migration.isRunning || written < 30);
  };
  await Promise.all([migrated, write()]);
  const totals = [900 + written, 200, 0];
  expect(await compareTotals(client)).toEqual({ counted: totals, totals });
});
