// The migrations of a database that has rows and processes that write, and `portico migrate` beside `prisma migrate deploy`: either can
// follow the other.
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import { listOf } from '../../promises/support/expectations.ts';
import { runProgram } from '../../promises/support/startProgram.ts';
import { connect } from './support/connect.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { describeSchema } from './support/describeSchema.ts';
import { compareTotals } from './support/listTotals.ts';
import { prismaMigrate } from './support/prismaMigrate.ts';
import { migrateBefore, readMigrations } from './support/readMigrations.ts';
import { startOnServer } from './support/startOnServer.ts';

const migrate = (url: string, env: Record<string, string> = {}) =>
  runProgram(['migrate'], { DATABASE_URL: url, ...env });

/** What the command prints when it has applied the migrations from the one whose name ends so. */
function outputFrom(end: string): string {
  const names = readMigrations();
  const applied = names.slice(names.findIndex((name) => name.endsWith(end)));
  return [...applied.map((name) => `migrated the database: ${name}`), 'the database is up to date', ''].join('\n');
}

const UP_TO_DATE = { code: 0, stdout: 'the database is up to date\n', stderr: '' };

describe('portico migrate', () => {
  test('applies and reports pending migrations whatever MIGRATE says, and loads the demo data only with SEED=demo', async () => {
    const url = await createDatabase();
    const users = 'SELECT count(*)::int AS users FROM users';
    expect(await migrate(url, { MIGRATE: 'off' })).toEqual({ code: 0, stdout: outputFrom('_init'), stderr: '' });
    expect(await query(url, users)).toEqual([{ users: 0 }]);
    const demo = { ...UP_TO_DATE, stdout: `loaded the demo data set\n${UP_TO_DATE.stdout}` };
    expect(await migrate(url, { SEED: 'demo' })).toEqual(demo);
    expect(await query(url, users)).toEqual([{ users: 120 }]);
    expect(await migrate(url, { SEED: 'demo' })).toEqual(UP_TO_DATE);
  });
});

describe('beside prisma migrate deploy', () => {
  /** The rows of `_prisma_migrations`; of what differs from run to run only whether it is there, and plausible. */
  const recorded = (url: string) =>
    query(
      url,
      `SELECT migration_name, checksum, applied_steps_count, rolled_back_at, logs,
         id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' AS "hasUuid",
         started_at BETWEEN now() - interval '5 minutes' AND now() AS "isStarted",
         finished_at BETWEEN started_at AND now() AS "isFinished"
       FROM _prisma_migrations ORDER BY migration_name`,
    ) as Promise<object[]>;

  test('the tables and the rows are the same, and either finds nothing to do after the other', async () => {
    const [byPrisma, byService] = [await createDatabase(), await createDatabase()];
    expect(await prismaMigrate('deploy', byPrisma)).toMatchObject({ code: 0 });
    expect(await migrate(byService)).toMatchObject({ code: 0 });
    expect(await recorded(byService)).toEqual(await recorded(byPrisma));
    expect(await recorded(byService)).toHaveLength(readMigrations().length);
    expect(await describeSchema(byService)).toEqual(await describeSchema(byPrisma));
    expect(await describeSchema(byService)).toContainEqual(
      expect.objectContaining({ kind: 'column', of: '_prisma_migrations', name: '2 checksum' }),
    );

    expect(await migrate(byPrisma)).toEqual(UP_TO_DATE);
    const { code, output } = await prismaMigrate('deploy', byService);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('No pending migrations to apply.') });
    expect((await prismaMigrate('status', byService)).output).toContain('Database schema is up to date!');
  });

  test('a migration that fails is recorded alike, keeps nothing of its tables, and stops the other', async () => {
    const create = async () => {
      const url = await createDatabase();
      await migrateBefore(await connect(url), '_list_totals');
      await query(url, 'CREATE FUNCTION recount_lists() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$');
      return url;
    };
    const [byPrisma, byService] = [await create(), await create()];
    const name = readMigrations().at(-1)!;
    const reason = /function "recount_lists" already exists|cannot change return type/;
    expect(await prismaMigrate('deploy', byPrisma)).toMatchObject({ code: 1 });
    const failed = await migrate(byService);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain(`portico: The migration ${name} failed: `);
    expect(failed.stderr).toMatch(reason);

    // The words of `logs` are each program's own.
    const logs = expect.stringMatching(reason) as unknown;
    const failure = (await recorded(byPrisma)).at(-1);
    expect(failure).toMatchObject({ migration_name: name, logs, applied_steps_count: 0, isFinished: null });
    expect((await recorded(byService)).at(-1)).toEqual({ ...failure, logs });
    expect(await describeSchema(byService)).toEqual(await describeSchema(byPrisma));

    expect(await migrate(byPrisma)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`The migration ${name} has failed.`),
    });
    expect((await prismaMigrate('deploy', byService)).output).toContain('P3009'); // Failed migrations were found.
  });
});

describe('a database with rows', () => {
  test('of the first release has its products in the order of their ids by creation time too, before later ones', async () => {
    const url = await createDatabase();
    const client = await connect(url);
    await migrateBefore(client, '_list_orders_and_filters');
    await client.query(
      `INSERT INTO products (id, name, description, price, currency)
       SELECT id, 'P', '', 1, 'EUR' FROM unnest(ARRAY[5, 3, 9, 1]) AS id; SELECT setval('products_id_seq', 9)`,
    );
    const portico = (await startOnServer(url, { SEED: 'none' })).in(V1);
    await client.query(`INSERT INTO products (name, description, price, currency) VALUES ('Q', '', 1, 'EUR')`);
    const read = async (sort: string) => listOf(await portico.get(`/products?sort=${sort}`)).data.map(({ id }) => id);
    expect(await read('createdAt')).toEqual([1, 3, 5, 9, 10]);
    expect(await read('-createdAt')).toEqual([10, 9, 5, 3, 1]);
  });

  test('gets versions: rows have version 1, none is rewritten, and every UPDATE advances that of its row', async () => {
    const url = await createDatabase();
    const client = await connect(url);
    await migrateBefore(client, '_versions');
    await client.query(`
      INSERT INTO users (first_name, last_name) VALUES ('Ada', 'Lovelace'), ('Grace', 'Hopper');
      INSERT INTO orders (user_id, total, currency) VALUES (1, 1, 'EUR'), (2, 2, 'EUR')`);
    // As a process of the build before prepares it.
    const replace = {
      name: 'replace',
      text: `UPDATE users SET first_name = 'A' WHERE id = 1 RETURNING id, first_name`,
    };
    await client.query(replace);
    const filesOf = `SELECT pg_relation_filepath('users') AS users, pg_relation_filepath('orders') AS orders`;
    const files = await query(url, filesOf);
    expect(await migrate(url)).toEqual({ code: 0, stdout: outputFrom('_versions'), stderr: '' });
    expect(await query(url, filesOf)).toEqual(files);
    const versions = () =>
      query(
        url,
        `SELECT (SELECT array_agg(version::int ORDER BY id) FROM users) AS users, (SELECT array_agg(version::int ORDER BY id) FROM orders) AS orders`,
      );
    expect(await versions()).toEqual([{ users: [1, 1], orders: [1, 1] }]);

    expect((await client.query(replace)).rows).toEqual([{ id: '1', first_name: 'A' }]);
    await client.query('UPDATE users SET version = 1 WHERE id = 1');
    await client.query('UPDATE orders SET status = status');
    await client.query('SELECT * FROM users FOR UPDATE');
    expect(await versions()).toEqual([{ users: [3, 1], orders: [2, 2] }]);
  });

  test('gets the totals of its lists, with every row that is written meanwhile', async () => {
    const url = await createDatabase();
    const [client, open, writer] = await Promise.all([connect(url), connect(url), connect(url)]);
    await migrateBefore(client, '_list_totals');
    await client.query(`
      INSERT INTO users (first_name, last_name) SELECT 'Ada', '' FROM generate_series(1, 1000);
      INSERT INTO orders (user_id, total, currency) SELECT id, 1, 'EUR' FROM users WHERE id <= 300;
      DELETE FROM users WHERE id > 900`);
    // Prepared before there are triggers, as by a process of the build before; and a transaction that the migration waits for.
    const insert = { name: 'insert', text: `INSERT INTO users (first_name, last_name) VALUES ('Grace', 'Hopper')` };
    await writer.query(insert);
    await open.query(`BEGIN; DELETE FROM orders WHERE user_id <= 100`);

    const migration = { isRunning: true };
    const migrated = migrate(url).finally(() => (migration.isRunning = false));
    await untilWaiting(client, 'orders');
    let written = 1;
    do {
      await writer.query(insert);
      written++;
      if (written === 20) await open.query('COMMIT');
    } while (migration.isRunning || written < 30);
    expect(await migrated).toMatchObject({ code: 0 });
    const totals = [900 + written, 200, 0];
    expect(await compareTotals(client)).toEqual({ counted: totals, totals });
  });
});

test('a migration that waits for a table lets the requests of others pass', async () => {
  const url = await createDatabase();
  const [client, reader] = await Promise.all([connect(url), connect(url)]);
  await migrateBefore(client, '_versions');
  await reader.query('BEGIN; SELECT FROM users');
  const migrated = migrate(url);
  await untilWaiting(client, 'users');
  // Without a limit it would wait behind the migration, which waits for the reader.
  await client.query(`SET statement_timeout = '20s'`);
  expect((await client.query('SELECT FROM users')).rowCount).toBe(0);
  await reader.query('COMMIT');
  const name = readMigrations().find((each) => each.endsWith('_versions'));
  const waited = `waiting for transactions that use the tables of the migration: ${name}\n`;
  expect(await migrated).toEqual({ code: 0, stdout: waited + outputFrom('_versions'), stderr: '' });
});

test('a migration that changes the type of a column fails no request', async () => {
  const url = await createDatabase();
  const portico = (await startOnServer(url)).in(V1);
  const ask = async () => {
    const reads = Array.from({ length: 20 }, (_, number) => portico.get(`/users?limit=${1 + (number % 2)}`));
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const write = portico.post('/users', { name: 'Ada' }, { headers });
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200));
    expect((await write).status).toBe(201);
  };
  await ask();
  for (const type of ['text', 'varchar(300)', 'varchar(400)']) {
    await query(url, `ALTER TABLE users ALTER COLUMN first_name TYPE ${type}`);
    await ask();
    await ask();
  }
});

/** Resolves when somebody waits for a lock of a table. */
async function untilWaiting(client: pg.ClientBase, table: string): Promise<void> {
  const waiting = `SELECT FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`;
  await expect.poll(async () => (await client.query(waiting)).rowCount, { interval: 5 }).toBe(1);
}
