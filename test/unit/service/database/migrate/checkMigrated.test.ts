import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmbeddedBackend } from '../../../../../src/service/database/embedded/createEmbeddedBackend.ts';
import { applyMigrations } from '../../../../../src/service/database/migrate/applyMigrations.ts';
import { checkMigrated } from '../../../../../src/service/database/migrate/checkMigrated.ts';
import type { Migration } from '../../../../../src/service/database/migrate/readMigrations.ts';

const one: Migration = { name: '1_one', sql: 'CREATE TABLE one (id INT)', checksum: 'a' };
const two: Migration = { name: '2_two', sql: 'CREATE TABLE two (id INT)', checksum: 'b' };

let client: pg.Client;
let close: () => Promise<void>;
beforeAll(async () => {
  const backend = createEmbeddedBackend(await PGlite.create());
  client = new pg.Client(backend.connection);
  await client.connect();
  close = async () => {
    await client.end();
    await backend.close();
  };
});
afterAll(() => close());

test('names every missing migration, of an empty database too, and applies none', async () => {
  await expect(checkMigrated(client, [one, two])).rejects.toThrow(
    'The database lacks the migrations 1_one, 2_two, and MIGRATE is off. Run `portico migrate` first.',
  );
  expect((await client.query(`SELECT to_regclass('_prisma_migrations') AS made`)).rows).toEqual([{ made: null }]);

  await applyMigrations(client, [one]);
  await checkMigrated(client, [one]);
  await expect(checkMigrated(client, [one, two])).rejects.toThrow('The database lacks the migrations 2_two,');
});

test('treats an unfinished migration as missing: another process may be applying it', async () => {
  await client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'b', '2_two')`);
  await expect(checkMigrated(client, [one, two])).rejects.toThrow('The database lacks the migrations 2_two,');
});
