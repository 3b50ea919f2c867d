import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseSettings } from '../../../src/service/database/Database.ts';
import { readMigrations } from '../../../src/service/database/applyMigrations.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { createDatabase, query } from './support/createDatabase.ts';

function open(url: string, settings: Partial<DatabaseSettings> = {}) {
  return openDatabase({ databaseUrl: url, dataDir: '', seed: 'demo', ...settings });
}

test('of several processes that start together one migrates and loads the demo data, and all are ready', async () => {
  const url = await createDatabase();
  const databases = await Promise.all(Array.from({ length: 8 }, () => open(url)));
  const counts = await Promise.all(databases.map(({ run }) => run({}, (client) => client.product.count())));
  expect(new Set(counts)).toEqual(new Set([240]));
  await Promise.all(databases.map(({ close }) => close()));
  expect(await query(url, 'SELECT count(*)::int, min(applied_steps_count) FROM _prisma_migrations')).toEqual([
    { count: (await readMigrations()).length, min: 1 },
  ]);
  expect(await query(url, 'SELECT count(*)::int FROM users')).toEqual([{ count: 120 }]);
});

test('uses the schema of the URL', async () => {
  const url = await createDatabase();
  await query(url, 'CREATE TABLE somebody_elses (id INT)');
  const database = await open(`${url}?schema=shop`);
  onTestFinished(database.close);
  expect(await database.run({}, (client) => client.user.count())).toBe(120);
  const counted = await database.run({}, (client) => client.$queryRaw`SELECT count(*)::int FROM users`);
  expect(counted).toEqual([{ count: 120 }]);
  expect(await query(url, "SELECT to_regclass('shop.users')::text AS users")).toEqual([{ users: 'shop.users' }]);
});

test('reads the date and time that it writes, whatever the time zone and date style of the database', async () => {
  const url = await createDatabase();
  const name = new URL(url).pathname.slice(1);
  await query(
    url,
    `ALTER DATABASE ${name} SET TimeZone = 'Asia/Kathmandu'; ALTER DATABASE ${name} SET DateStyle = 'German'`,
  );
  const database = await open(url, { seed: 'none' });
  onTestFinished(database.close);
  const createdAt = new Date('2026-03-29T01:30:00.123Z');
  const { id } = await database.run({}, (client) =>
    client.user.create({ data: { firstName: 'A', lastName: '', createdAt } }),
  );
  expect(await database.run({}, (client) => client.user.findMany({ where: { id } }))).toMatchObject([{ createdAt }]);
  const read = await database.run({}, (client) => client.$queryRaw`SELECT created_at AS "createdAt" FROM users`);
  expect(read).toEqual([{ createdAt }]);
  expect(await query(url, 'SELECT extract(epoch FROM created_at)::float AS seconds FROM users')).toEqual([
    { seconds: createdAt.getTime() / 1000 },
  ]);
});

test('refuses an encoding other than UTF-8', async () => {
  const url = await createDatabase("ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
  await expect(open(url)).rejects.toThrow(
    "The encoding of the database is LATIN1, not UTF8. Create the database with ENCODING 'UTF8'.",
  );
});

const unreachable = [
  { title: 'no server', url: () => 'postgresql://postgres@127.0.0.1:1/none', says: 'ECONNREFUSED' },
  { title: 'no such database', url: async () => `${await createDatabase()}_not`, says: 'does not exist' },
  {
    title: 'no TLS although the URL requires it',
    url: async () => `${await createDatabase()}?sslmode=verify-full`,
    says: 'The server does not support SSL connections',
  },
];

test.each(unreachable)('names the reason when there is $title', async ({ url, says }) => {
  await expect(open(await url())).rejects.toThrow(says);
});
