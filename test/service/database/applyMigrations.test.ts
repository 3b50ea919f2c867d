import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Migration, applyMigrations, checkMigrated } from '../../../src/service/database/applyMigrations.ts';
import { createEmbeddedBackend } from '../../../src/service/database/embedded/openEmbedded.ts';

let client: pg.Client;
let close: () => Promise<void>;
let log: string[] = [];
const logger = {
  info: (details: object, message: string) => void log.push(`info ${message} ${JSON.stringify(details)}`),
  warn: (details: object, message: string) => void log.push(`warn ${message} ${JSON.stringify(details)}`),
};

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
beforeEach(async () => {
  log = [];
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
});

const one: Migration = { name: '1_one', sql: 'CREATE TABLE one (id INT); CREATE TABLE two (id INT);', checksum: 'a' };
const two: Migration = { name: '2_two', sql: 'ALTER TABLE one ADD name TEXT', checksum: 'c' };
const broken: Migration = { name: '2_broken', sql: 'CREATE TABLE three (id INT); SELECT 1/0;', checksum: 'b' };

async function recorded(): Promise<unknown[]> {
  const { rows } = await client.query(
    `SELECT migration_name, checksum, finished_at >= started_at AS finished, rolled_back_at, logs, applied_steps_count,
       id ~ '^[0-9a-f-]{36}$' AS "hasId"
     FROM _prisma_migrations ORDER BY started_at`,
  );
  return rows as unknown[];
}

const finished = { finished: true, rolled_back_at: null, logs: null, applied_steps_count: 1, hasId: true };

test('applies each migration once, in order, and records it as Prisma does', async () => {
  await applyMigrations(client, [one], logger);
  await applyMigrations(client, [one, two], logger);
  await applyMigrations(client, [one, two], logger);
  expect(await recorded()).toEqual([
    { migration_name: '1_one', checksum: 'a', ...finished },
    { migration_name: '2_two', checksum: 'c', ...finished },
  ]);
  expect(log).toEqual([
    'info migrated the database {"migration":"1_one"}',
    'info migrated the database {"migration":"2_two"}',
  ]);
});

test('names a migration that fails, rolls it back, and refuses to continue until it is resolved', async () => {
  await expect(applyMigrations(client, [one, broken], logger)).rejects.toThrow(
    'The migration 2_broken failed: division by zero',
  );
  expect(await recorded()).toEqual([
    { migration_name: '1_one', checksum: 'a', ...finished },
    {
      migration_name: '2_broken',
      checksum: 'b',
      finished: null,
      rolled_back_at: null,
      logs: 'division by zero',
      applied_steps_count: 0,
      hasId: true,
    },
  ]);
  expect((await client.query(`SELECT to_regclass('three') AS three`)).rows).toEqual([{ three: null }]);
  await expect(applyMigrations(client, [one, broken], logger)).rejects.toThrow(
    'The migration 2_broken has failed. Repair the tables that it changed, then run `npx prisma migrate resolve --rolled-back 2_broken`',
  );

  await client.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '2_broken'`);
  await applyMigrations(client, [one, { ...broken, sql: 'CREATE TABLE three (id INT)' }], logger);
  expect((await recorded()).at(-1)).toEqual({ migration_name: '2_broken', checksum: 'b', ...finished });
});

test('refuses a database that a newer build has migrated', async () => {
  await applyMigrations(client, [one, { ...one, name: '9_newer', sql: '' }]);
  await expect(applyMigrations(client, [one])).rejects.toThrow(
    'The database was migrated by a newer build: the migration 9_newer is unknown to this one.',
  );
});

test('refuses a database with tables of another program', async () => {
  await client.query('CREATE TABLE somebody_elses (id INT)');
  await expect(applyMigrations(client, [one])).rejects.toThrow('The database contains tables of another program.');
  expect((await client.query(`SELECT to_regclass('_prisma_migrations') AS made`)).rows).toEqual([{ made: null }]);
});

test('warns about a migration that was edited after it was applied', async () => {
  await applyMigrations(client, [one]);
  await applyMigrations(client, [{ ...one, checksum: 'edited' }], logger);
  expect(log).toEqual(['warn this migration was edited after it was applied {"migration":"1_one"}']);
});

test('a check names every missing migration, of an empty database too, and applies none', async () => {
  await expect(checkMigrated(client, [one, two])).rejects.toThrow(
    'The database lacks the migrations 1_one, 2_two, and MIGRATE is off. Run `portico migrate` first.',
  );
  expect((await client.query(`SELECT to_regclass('_prisma_migrations') AS made`)).rows).toEqual([{ made: null }]);

  await applyMigrations(client, [one]);
  await checkMigrated(client, [one]);
  await expect(checkMigrated(client, [one, two])).rejects.toThrow('The database lacks the migrations 2_two,');
});

test('a check treats an unfinished migration as missing: another process may be applying it', async () => {
  await applyMigrations(client, [one]);
  await client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'c', '2_two')`);
  await expect(checkMigrated(client, [one, two])).rejects.toThrow('The database lacks the migrations 2_two,');
});
