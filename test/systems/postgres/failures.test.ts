import { expect, onTestFinished, test } from 'vitest';
import { REQUEST_TIMEOUT_MS } from '../../../src/gateway/handle/withDeadline.ts';
import type { Database } from '../../../src/service/database/Database.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { createDatabase, query } from './support/createDatabase.ts';

const unavailable = { name: 'ServiceError', code: 'UNAVAILABLE', headers: { 'retry-after': '1' } };

async function open(parameters = ''): Promise<Database & { url: string }> {
  const url = await createDatabase();
  const database = await openDatabase({ databaseUrl: `${url}${parameters}`, dataDir: '', seed: 'none' });
  onTestFinished(database.close);
  return { ...database, url };
}

/** Terminates every connection to the database. */
function disconnect(url: string): Promise<unknown[]> {
  return query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
}

test('recovers when its connections are terminated, during a statement too', async () => {
  const { url, ping, ...database } = await open();
  await Promise.all(Array.from({ length: 20 }, () => database.run({}, (client) => client.$queryRaw`SELECT 1`)));
  await ping();
  await disconnect(url);
  await expect
    .poll(() =>
      ping().then(
        () => 'ready',
        () => 'not ready',
      ),
    )
    .toBe('ready');

  const cut = database
    .run({}, (client) => client.$queryRaw`SELECT pg_sleep(60)::text`)
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  await expect
    .poll(() =>
      query(
        url,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()`,
      ),
    )
    .toHaveLength(1);
  await disconnect(url);
  expect(await cut).toMatchObject(unavailable);
  await expect
    .poll(() =>
      ping().then(
        () => 'ready',
        () => 'not ready',
      ),
    )
    .toBe('ready');
});

test('a process that is paused in a transaction holds its locks no longer than a request can last', async () => {
  const database = await open();
  const rows: object[] = await database.transaction(Date.now() + 60_000, (scope) =>
    database.run(
      scope,
      (client) =>
        client.$queryRaw`SELECT setting, unit FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'`,
    ),
  );
  expect(rows).toEqual([{ setting: String(REQUEST_TIMEOUT_MS), unit: 'ms' }]);
});

const transactions: [by: string, runCutOff: (database: Database & { url: string }) => Promise<void>][] = [
  [
    'SQL',
    (database) =>
      database.transaction(Date.now() + 60_000, async (scope) => {
        await database.run(scope, (client) => client.$queryRaw`SELECT count(*) FROM users`);
        await disconnect(database.url);
        await database.run(scope, (client) => client.$queryRaw`SELECT count(*) FROM users`);
      }),
  ],
  [
    'models',
    (database) =>
      database.transaction(Date.now() + 60_000, async (scope) => {
        await database.run(scope, (client) => client.user.count());
        await disconnect(database.url);
        await database.run(scope, (client) => client.user.count());
      }),
  ],
];

test.each(transactions)('leaks no connection when transactions of %s are terminated', async (_, runCutOff) => {
  const database = await open('?connection_limit=2');
  const count = () => database.run({}, (client) => client.$queryRaw`SELECT count(*) FROM users`);
  for (let round = 0; round < 5; round++) await expect(runCutOff(database)).rejects.toMatchObject(unavailable);
  await expect
    .poll(() =>
      count().then(
        () => 'ready',
        () => 'not ready',
      ),
    )
    .toBe('ready');
  await Promise.all([count(), count(), count()]);
});

test('recovers from a migration that changes the type of a column, on every connection', async () => {
  const { url, ...database } = await open();
  const read = () => database.run({}, (client) => client.$queryRaw`SELECT first_name FROM users`);
  const ask = () => Promise.all(Array.from({ length: 20 }, read));
  await ask();
  await query(url, 'ALTER TABLE users ALTER COLUMN first_name TYPE text');
  await ask();
  await ask();
});

test('is UNAVAILABLE when the database does not exist any more', async () => {
  const { url, ping, ...database } = await open();
  const name = new URL(url).pathname.slice(1);
  const server = new URL(url);
  server.pathname = 'postgres';
  await query(server.href, `DROP DATABASE ${name} WITH (FORCE)`);
  await expect(database.run({}, (client) => client.$queryRaw`SELECT count(*) FROM users`)).rejects.toMatchObject(
    unavailable,
  );
  await expect(database.run({}, (client) => client.user.count())).rejects.toMatchObject(unavailable);
  await expect(ping()).rejects.toMatchObject(unavailable);
});

test('is UNAVAILABLE when the pool has no free connection', async () => {
  const database = await open('?connection_limit=1&connect_timeout=1');
  const count = () => database.run({}, (client) => client.$queryRaw`SELECT count(*) FROM users`);
  const busy = database.run({}, (client) => client.$queryRaw`SELECT pg_sleep(3)::text`);
  await Promise.all([
    busy,
    expect(count()).rejects.toMatchObject(unavailable),
    expect(database.run({}, (client) => client.user.count())).rejects.toMatchObject(unavailable),
    database.ping(),
  ]);
  await count();
});

test('is UNAVAILABLE when the server has no free connection', async () => {
  const { url, ping, ...database } = await open();
  const name = new URL(url).pathname.slice(1);
  await query(
    url,
    `CREATE ROLE ${name} LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO ${name}; ALTER ROLE ${name} CONNECTION LIMIT 2`,
  );
  onTestFinished(() => query(url, `DROP OWNED BY ${name}; DROP ROLE ${name}`).then(() => {}));
  const limited = new URL(url);
  limited.username = name;
  const few = await openDatabase({ databaseUrl: limited.href, dataDir: '', seed: 'none' });
  onTestFinished(few.close);
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, () => few.run({}, (client) => client.$queryRaw`SELECT pg_sleep(0.5)::text`)),
  );
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) expect(reason).toMatchObject(unavailable);
  await ping();
  await database.run({}, (client) => client.$queryRaw`SELECT count(*) FROM users`);
});

test('is TIMEOUT when a statement exceeds its timeout', async () => {
  const database = await open();
  const late = database.transaction(Date.now() + 60_000, async (scope) => {
    await database.run(scope, (client) => client.$executeRaw`SET LOCAL statement_timeout = '50ms'`);
    await database.run(scope, (client) => client.$queryRaw`SELECT pg_sleep(60)::text`);
  });
  await expect(late).rejects.toMatchObject({ name: 'ServiceError', code: 'TIMEOUT' });
});
