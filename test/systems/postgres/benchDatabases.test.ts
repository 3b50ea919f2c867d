import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { administer } from '../../../bench/src/database/administer.ts';
import { createRunDatabase, RUN_PREFIX } from '../../../bench/src/database/createRunDatabase.ts';
import { dropAbandoned } from '../../../bench/src/database/dropAbandoned.ts';

const SERVER = process.env['TEST_DATABASE_URL'] || 'postgresql://postgres@127.0.0.1:5432/postgres';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Makes a database that a run made in 2001. */
async function createOld(): Promise<string> {
  const name = `${RUN_PREFIX}1000000000_1_${randomBytes(4).toString('hex')}`;
  await administer(SERVER, `CREATE DATABASE ${name}`);
  cleanups.push(() => administer(SERVER, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return name;
}

async function existing(...names: string[]): Promise<string[]> {
  const rows = await administer(SERVER, 'SELECT datname FROM pg_database WHERE datname = ANY($1)', [names]);
  return rows.map(({ datname }) => datname!);
}

test('drops what a killed run left behind, and nothing that a run is connected to', async () => {
  const [abandoned, used] = [await createOld(), await createOld()];
  const url = new URL(SERVER);
  url.pathname = used;
  const run = new pg.Client({ connectionString: url.href });
  await run.connect();
  cleanups.push(() => run.end());

  const dropped = await dropAbandoned(SERVER);
  expect(dropped).toContain(abandoned);
  expect(dropped).not.toContain(used);
  expect(await existing(abandoned, used)).toEqual([used]);
});

test('leaves alone what a run has only just made, connected or not', async () => {
  const database = await createRunDatabase(SERVER);
  cleanups.push(database.drop);
  expect(await dropAbandoned(SERVER)).not.toContain(database.name);
  await database.release();
  expect(await dropAbandoned(SERVER)).not.toContain(database.name);
  expect(await existing(database.name)).toEqual([database.name]);
});

test('copies a template, and drops the copy', async () => {
  const template = await createRunDatabase(SERVER);
  cleanups.push(template.drop);
  await administer(template.url, 'CREATE TABLE kept AS SELECT 7 AS value');
  await template.release();

  const copy = await createRunDatabase(SERVER, template.name);
  expect(await administer(copy.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
  await copy.drop();
  expect(await existing(copy.name)).toEqual([]);
});
