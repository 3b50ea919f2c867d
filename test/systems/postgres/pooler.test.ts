// Behind a transaction pooler, each statement may run in another session.
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { DatabaseSettings } from '../../../src/service/database/Database.ts';
import { readMigrations } from '../../../src/service/database/applyMigrations.ts';
import { Prisma } from '../../../src/service/database/client/client.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { startPooler } from './support/startPooler.ts';

const server = process.env['TEST_DATABASE_URL'] ?? '';
const pooler = await startPooler(server);
afterAll(() => pooler.stop());

async function open(url: string, settings: Partial<DatabaseSettings> = {}) {
  const database = await openDatabase({
    databaseUrl: pooler.through(url),
    databaseDirectUrl: url,
    dataDir: '',
    seed: 'demo',
    ...settings,
  });
  onTestFinished(database.close);
  return database;
}

test('several processes start together, and read and write concurrently', async () => {
  const url = await createDatabase();
  const databases = await Promise.all(Array.from({ length: 4 }, () => open(url)));
  const work = databases.flatMap((database, process) =>
    Array.from({ length: 40 }, async (_, number) => {
      const { id } = await database.transaction(Date.now() + 60_000, (scope) =>
        database.run(scope, (client) =>
          client.user.create({ data: { firstName: `${process}`, lastName: `${number}` } }),
        ),
      );
      // Statements of several texts, each of which would be prepared by a name of its own.
      const limit = Prisma.raw(String((number % 7) + 1));
      await database.run({}, (client) =>
        client.$queryRaw(Prisma.sql`SELECT id FROM orders WHERE user_id = ${id} LIMIT ${limit}`),
      );
      const [name] = await database.run({}, (client) =>
        client.user.findMany({ where: { id }, select: { firstName: true, lastName: true } }),
      );
      return name;
    }),
  );
  const names = databases.flatMap((_, process) =>
    Array.from({ length: 40 }, (__, number) => ({ firstName: `${process}`, lastName: `${number}` })),
  );
  expect(await Promise.all(work)).toEqual(names);
  expect(await query(url, 'SELECT count(*)::int FROM _prisma_migrations')).toEqual([
    { count: (await readMigrations()).length },
  ]);
  const prepared = databases.map(({ run }) =>
    run({}, (client) => client.$queryRaw`SELECT count(*)::int FROM pg_prepared_statements WHERE name <> ''`),
  );
  expect(await Promise.all(prepared)).toEqual(databases.map(() => [{ count: 0 }]));
});

test('reads the date and time that it writes, whatever the time zone and date style of the database', async () => {
  const url = await createDatabase();
  const name = new URL(url).pathname.slice(1);
  await query(
    url,
    `ALTER DATABASE ${name} SET TimeZone = 'Asia/Kathmandu'; ALTER DATABASE ${name} SET DateStyle = 'German'`,
  );
  const { run } = await open(url, { seed: 'none' });
  const moments = Array.from({ length: 30 }, (_, minute) => new Date(Date.UTC(2026, 2, 29, 1, minute, 0, 123)));
  const read = moments.map(async (createdAt) => {
    await query(pooler.through(url), `SELECT now()`); // Another client with other settings on the same sessions.
    const data = { firstName: 'A', lastName: '', createdAt };
    const { id } = await run({}, (client) => client.user.create({ data }));
    const [found] = await run({}, (client) => client.user.findMany({ where: { id } }));
    return found?.createdAt;
  });
  expect(await Promise.all(read)).toEqual(moments);
  expect(await query(url, 'SELECT min(created_at) = $1 AS same FROM users', [moments[0]])).toEqual([{ same: true }]);
});

test('only checks migrations with MIGRATE=off, and through the pooler', async () => {
  const url = await createDatabase();
  const off = { migrate: 'off', databaseDirectUrl: 'postgresql://127.0.0.1:1/nobody' } as const;
  await expect(open(url, off)).rejects.toThrow('The database lacks the migrations ');
  await open(url);
  const { run } = await open(url, off);
  expect(await run({}, (client) => client.product.count())).toBe(240);
});

const HINT = 'Set DATABASE_DIRECT_URL to the URL of the PostgreSQL server itself';

test.each([
  ['refuses', []],
  ['ignores', ['ignore_startup_parameters = extra_float_digits,options']],
])('is recognised without DATABASE_DIRECT_URL when it %s the settings of a session', async (_, lines) => {
  const url = await createDatabase();
  const another = await startPooler(server, lines);
  onTestFinished(another.stop);
  for (const migrate of ['on', 'off'] as const) {
    const opened = openDatabase({ databaseUrl: another.through(url), dataDir: '', seed: 'none', migrate });
    await expect(opened).rejects.toThrow(HINT);
  }
  const wrongWay = openDatabase({
    databaseUrl: another.through(url),
    databaseDirectUrl: another.through(url),
    dataDir: '',
    seed: 'none',
  });
  await expect(wrongWay).rejects.toThrow(HINT);
});

test('refuses two URLs that lead to different databases', async () => {
  const [one, other] = [await createDatabase(), await createDatabase()];
  await expect(open(one, { databaseDirectUrl: other })).rejects.toThrow(
    'DATABASE_URL and DATABASE_DIRECT_URL must point to the same database.',
  );
});

test('uses the schema of the URL if it is the search_path of the database', async () => {
  const url = await createDatabase();
  const name = new URL(url).pathname.slice(1);
  await expect(open(`${url}?schema=shop`)).rejects.toThrow(
    'The current schema behind the pooler of DATABASE_URL is public, not shop.',
  );
  await query(url, `ALTER DATABASE ${name} SET search_path = shop`);
  // Connections that are open keep the path of their start, so this one has its own.
  const later = await startPooler(server);
  onTestFinished(() => later.stop());
  const own = `${url}?schema=shop`;
  const database = await open(own, { databaseUrl: later.through(own) });
  expect(await database.run({}, (client) => client.user.count())).toBe(120);
  const counted = await database.run({}, (client) => client.$queryRaw`SELECT count(*)::int FROM users`);
  expect(counted).toEqual([{ count: 120 }]);
});
