// The index of the search needs the extension pg_trgm, which may be elsewhere in the database or not to be had.
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseSettings } from '../../../src/service/database/Database.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { UserStore } from '../../../src/service/domain/users/UserStore.ts';
import { createDatabase, query } from './support/createDatabase.ts';

async function open(url: string, log?: DatabaseSettings['log']) {
  const database = await openDatabase({ databaseUrl: url, dataDir: '', seed: 'demo', ...(log && { log }) });
  onTestFinished(database.close);
  const store = new UserStore(database);
  const { id, firstName } = (await store.readMany([1], store.columnSets.all, {}))[0]!;
  const page = { orderBy: 'ID_ASC', offset: 0, first: 20 } as const;
  const found = await store.readPage(
    { ...page, filter: { search: firstName.toUpperCase() } },
    store.columnSets.all,
    {},
  );
  expect(found.map((user) => user.id)).toContain(id);
}

const indexes = (url: string) =>
  query(url, `SELECT schemaname, indexname FROM pg_indexes WHERE indexname ~ 'search' ORDER BY 1, 2`);

test('several schemas of one database have the index', async () => {
  const url = await createDatabase();
  for (const schema of ['one', 'two']) await open(`${url}?schema=${schema}`);
  expect(await indexes(url)).toEqual(
    ['one', 'two'].flatMap((schemaname) =>
      ['products_search_idx', 'users_search_idx'].map((indexname) => ({ schemaname, indexname })),
    ),
  );
});

test('a role that must not create extensions searches without an index, and the log says so', async () => {
  const url = new URL(await createDatabase());
  const role = url.pathname.slice(1);
  await query(url.href, `CREATE ROLE ${role} LOGIN PASSWORD 'secret'; CREATE SCHEMA shop AUTHORIZATION ${role}`);
  onTestFinished(async () => void (await query(url.href, `DROP SCHEMA shop CASCADE; DROP ROLE ${role}`)));
  const restricted = new URL(`${url.href}?schema=shop`);
  restricted.username = role;
  restricted.password = 'secret';
  const warnings: unknown[] = [];
  await open(restricted.href, { info: () => {}, warn: (...line) => void warnings.push(line) });
  expect(warnings).toEqual([
    [
      { migration: '20261122000000_list_orders_and_filters' },
      'search has no index: permission denied to create extension "pg_trgm"',
    ],
  ]);
  expect(await indexes(url.href)).toEqual([]);
});
