// What a start makes of a database: its schema, its data set and its index of searches, and what it refuses.
import { expect, onTestFinished, test } from 'vitest';
import { V1, V2 } from '../../cases/schemes.ts';
import { idOf, listOf } from '../../promises/support/expectations.ts';
import { type Run, runProgram, startProgram } from '../../promises/support/startProgram.ts';
import { connect } from './support/connect.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { readMigrations } from './support/readMigrations.ts';
import { startOnServer } from './support/startOnServer.ts';
import { startPooler } from './support/startPooler.ts';

const migrate = (url: string, env: Record<string, string> = {}) =>
  runProgram(['migrate'], { DATABASE_URL: url, ...env });

const ROWS = `SELECT (SELECT count(*) FROM users)::int AS users, (SELECT count(*) FROM order_items)::int > 360 AS items,
  (SELECT count(*) FROM orders)::int AS orders, (SELECT count(*) FROM forecast_days)::int AS days`;
const DEMO = { users: 120, items: true, orders: 360, days: 40 * 11 };

/** How many of these have loaded the demo data, each of which must have succeeded. */
function countLoaded(runs: readonly Run[]): number {
  expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(runs.map(() => ({ code: 0, stderr: '' })));
  return runs.filter(({ stdout }) => stdout.includes('loaded the demo data set')).length;
}

test('of several processes that start together one migrates, one loads the demo data, and all are ready', async () => {
  const url = await createDatabase();
  const runs = await Promise.all(Array.from({ length: 4 }, () => migrate(url, { SEED: 'demo' })));
  expect(countLoaded(runs)).toBe(1);
  expect(await query(url, ROWS)).toEqual([DEMO]);
  expect(await query(url, 'SELECT count(*)::int, min(applied_steps_count) FROM _prisma_migrations')).toEqual([
    { count: readMigrations().length, min: 1 },
  ]);
});

test('a process loads the demo data where another one fails to', async () => {
  const url = await createDatabase();
  await migrate(url);
  const other = await connect(url);
  await other.query(`BEGIN; INSERT INTO data_sets (name) VALUES ('demo')`);
  const run = migrate(url, { SEED: 'demo' });
  const waiting = `SELECT count(*)::int FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`;
  await expect.poll(() => query(url, waiting)).toEqual([{ count: 1 }]);
  await other.query('ROLLBACK');
  expect(countLoaded([await run])).toBe(1);
  expect(await query(url, ROWS)).toEqual([DEMO]);
});

test('several processes add the missing forecasts at the same time', async () => {
  const url = await createDatabase();
  await migrate(url, { SEED: 'demo' });
  await query(url, 'DELETE FROM forecast_days');
  const env = { DATABASE_URL: url, MIGRATE: 'off', LOG_LEVEL: 'warn' };
  const programs = await Promise.all([1, 2, 3].map(() => startProgram(env)));
  await Promise.all(programs.map(({ end }) => end('SIGTERM')));
  for (const { output } of programs) expect(output()).not.toMatch(/forecast/i);
  expect(await query(url, ROWS)).toEqual([DEMO]);
});

const indexes = (url: string) =>
  query(url, `SELECT schemaname, indexname FROM pg_indexes WHERE indexname ~ 'search' ORDER BY 1, 2`);

test('the schema of the URL is used, beside tables of others, and each has its index of searches', async () => {
  const url = await createDatabase();
  await query(url, 'CREATE TABLE somebody_elses (id INT)');
  await migrate(`${url}?schema=one`);
  const portico = (await startOnServer(`${url}?schema=two`)).in(V1);
  expect(listOf(await portico.get('/users')).pagination).toMatchObject({ total: 120 });
  expect(await indexes(url)).toEqual(
    ['one', 'two'].flatMap((schemaname) =>
      ['products_search_idx', 'users_search_idx'].map((indexname) => ({ schemaname, indexname })),
    ),
  );
});

test('a role that must not create extensions searches without an index, and is told so', async () => {
  const url = new URL(await createDatabase());
  const role = url.pathname.slice(1);
  await query(url.href, `CREATE ROLE ${role} LOGIN PASSWORD 'secret'; CREATE SCHEMA shop AUTHORIZATION ${role}`);
  onTestFinished(async () => void (await query(url.href, `DROP SCHEMA shop CASCADE; DROP ROLE ${role}`)));
  const restricted = new URL(`${url.href}?schema=shop`);
  restricted.username = role;
  restricted.password = 'secret';
  const { stdout } = await migrate(restricted.href);
  expect(stdout.split('\n').filter((line) => line.includes('pg_trgm'))).toEqual([
    'search has no index: permission denied to create extension "pg_trgm": 20261122000000_list_orders_and_filters',
  ]);
  expect(await indexes(url.href)).toEqual([]);
  const portico = (await startOnServer(restricted.href)).in(V2);
  const ada = { firstName: 'Ada', lastName: 'Unindexed' };
  const id = idOf(await portico.post('/users', ada));
  expect(listOf(await portico.get('/users?search=UNINDEXED')).data).toMatchObject([{ id, ...ada }]);
});

test.each(['directly', 'through a pooler'])(
  'values are what they are whatever the settings of the database, connected %s',
  async (how) => {
    const url = await createDatabase();
    const name = new URL(url).pathname.slice(1);
    await query(
      url,
      `ALTER DATABASE ${name} SET TimeZone = 'Asia/Kathmandu'; ALTER DATABASE ${name} SET DateStyle = 'German';
       ALTER DATABASE ${name} SET IntervalStyle = 'iso_8601'; ALTER DATABASE ${name} SET bytea_output = 'escape';
       ALTER DATABASE ${name} SET extra_float_digits = 0`,
    );
    const pooler = how === 'directly' ? undefined : await startPooler(process.env['TEST_DATABASE_URL']!);
    if (pooler) onTestFinished(pooler.stop);
    const direct = pooler && { DATABASE_DIRECT_URL: url };
    const client = await startOnServer(pooler?.through(url) ?? url, direct);
    const portico = client.in(V2);

    const user = { firstName: 'Zoë \u2028"\\{1,2}', lastName: '2026-03-29', email: 'zoe@example.com' };
    const id = idOf(await portico.post('/users', user));
    const read = `{ user(id: ${id}) { firstName lastName email createdAt } }`;
    const { json } = await client.post('/graphql', { query: read });
    const { createdAt, ...rest } = (json as { data: { user: { createdAt: string } } }).data.user;
    expect(rest).toEqual(user);
    const stored = await query(
      url,
      'SELECT extract(epoch FROM created_at)::float8 AS seconds FROM users WHERE id = $1',
      [id],
    );
    expect(stored).toEqual([{ seconds: Date.parse(createdAt) / 1000 }]);
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(3_600_000);

    const order = { userId: id, items: [{ productId: 1, quantity: 3 }] };
    const keyed = { headers: { 'idempotency-key': 'values' } };
    const placed = await portico.post('/orders?expand=items', order, keyed);
    expect(placed.status).toBe(201);
    expect((await portico.get(`/orders/${idOf(placed)}?expand=items`)).json).toEqual(placed.json);
    const replayed = await portico.post('/orders?expand=items', order, keyed);
    expect([replayed.headers['idempotency-replayed'], replayed.body]).toEqual(['true', placed.body]);

    // Seven dates of which the first is today where the city is.
    const { days } = (await portico.get('/forecast?city=London')).json as { days: { date: string }[] };
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/London' });
    expect(days.map(({ date }) => date)).toEqual(
      days.map((__, day) => new Date(Date.parse(today) + day * 86_400_000).toISOString().slice(0, 10)),
    );
  },
);

test.each([
  [
    'no server',
    () => 'postgresql://postgres:hunter2@127.0.0.1:1/none',
    /^portico: The database cannot be used: .*ECONNREFUSED.*\n$/,
  ],
  ['no such database', async () => `${await createDatabase()}_not`, /does not exist/],
  [
    'no TLS although the URL requires it',
    async () => `${await createDatabase()}?sslmode=verify-full`,
    /The server does not support SSL connections/,
  ],
  [
    'an encoding other than UTF-8',
    () => createDatabase("ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"),
    /^portico: The encoding of the database is LATIN1, not UTF8\. Create the database with ENCODING 'UTF8'\.\n$/,
  ],
])('the reason is given, without the password, when there is %s', async (_, urlOf, reason) => {
  const { code, stderr } = await migrate(await urlOf());
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(reason) as string });
  expect(stderr).not.toContain('hunter2');
});
