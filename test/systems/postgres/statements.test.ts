// The statements of the Prisma client on a server: whose signal cancels which, how many run at a time, and what their failures are.
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database, DatabaseClient } from '../../../src/service/database/Database.ts';
import { violatedConstraint } from '../../../src/service/database/databaseErrors.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { shareReads } from '../../../src/service/domain/shareReads.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { lockTables } from './support/lockTables.ts';
import { startRelay } from './support/startRelay.ts';

const options = (setting: string) => `options=${encodeURIComponent(`-c ${setting}`)}`;
const later = () => Date.now() + 60_000;

async function open(url: string, parameters = ''): Promise<Database> {
  const database = await openDatabase({ databaseUrl: `${url}${parameters}`, dataDir: '', seed: 'none' });
  onTestFinished(database.close);
  return database;
}

const insertUser = (client: DatabaseClient) => client.user.create({ data: { firstName: 'Ada', lastName: '' } });
const countUsers = (client: DatabaseClient) => client.user.count();
const insertOrder = (client: DatabaseClient) =>
  client.order.create({
    data: {
      total: 1n,
      currency: 'EUR',
      items: { create: [{ position: 0, quantity: 1, unitPrice: 1n, productId: 1n }] },
    },
  });

const PRODUCT = `INSERT INTO products (id, name, description, price, currency, created_at) VALUES (1, 'Bowl', '', 1, 'EUR', now())`;

/** What waits while these tables are locked: users and orders. */
const operations: [what: string, work: (client: DatabaseClient) => PromiseLike<unknown>][] = [
  ['a read of a model', (client) => client.user.findMany({ where: { id: { in: [1n, 2n] } } })],
  ['a count', countUsers],
  ['a create', insertUser],
  ['a nested create', insertOrder],
  ['an update', (client) => client.user.updateMany({ where: { id: 1n }, data: { firstName: 'B' } })],
  ['a deletion', (client) => client.user.deleteMany()],
  ['$queryRaw', (client) => client.$queryRaw`SELECT id FROM users`],
  ['$executeRaw', (client) => client.$executeRaw`DELETE FROM users`],
];

describe('a statement', () => {
  test.each(operations)('of %s is cancelled at its signal and rejects with its reason', async (_, work) => {
    const url = await createDatabase();
    const database = await open(url, '?connection_limit=1');
    const lock = await lockTables(url);
    const controller = new AbortController();
    const result = database.run({ signal: controller.signal }, work);
    await expect.poll(lock.waiting).toHaveLength(1);
    controller.abort();
    await expect(result).rejects.toBe(controller.signal.reason);
    await expect.poll(lock.waiting).toEqual([]);
    await lock.release();
    expect(await query(url, 'SELECT FROM users UNION ALL SELECT FROM orders')).toEqual([]);
    expect(await database.run({}, countUsers)).toBe(0);
  });

  test('is cancelled again where a cancel request had no effect, as before the server has begun with it', async () => {
    const url = await createDatabase();
    const relay = await startRelay(url);
    // No timeout ends it.
    const database = await open(relay.through(url), `?connection_limit=1&${options('statement_timeout=0')}`);
    const lock = await lockTables(url);
    const controller = new AbortController();
    const result = database.run({ signal: controller.signal }, countUsers);
    await expect.poll(lock.waiting).toHaveLength(1);
    relay.loseNextCancel();
    controller.abort();
    await expect(result).rejects.toBe(controller.signal.reason);
    await lock.release();
  });

  test.each(operations)('of %s is TIMEOUT when it exceeds the timeout of the server', async (_, work) => {
    const url = await createDatabase();
    const database = await open(url, `?connection_limit=1&${options('statement_timeout=300')}`);
    const lock = await lockTables(url);
    for (const scope of [{}, { signal: new AbortController().signal }]) {
      await expect(database.run(scope, work)).rejects.toMatchObject({
        name: 'ServiceError',
        code: 'TIMEOUT',
        status: 504,
        cause: { name: 'error', code: '57014' },
      });
    }
    const result = database.transaction(later(), (scope) => database.run(scope, work));
    await expect(result).rejects.toMatchObject({ name: 'ServiceError', code: 'TIMEOUT', cause: { code: '57014' } });
    await lock.release();
    await database.run({}, insertUser);
  });

  test.each(operations)('of %s that is not sent is UNAVAILABLE, with its cause', async (_, work) => {
    const relay = await startRelay(await createDatabase());
    const database = await open(relay.through(await createDatabase()));
    await relay.cut();
    for (let round = 0; round < 3; round++) {
      await expect(database.run({}, work)).rejects.toMatchObject({
        name: 'ServiceError',
        code: 'UNAVAILABLE',
        headers: { 'retry-after': '1' },
        cause: expect.any(Error) as unknown,
      });
    }
    const result = database.transaction(later(), (scope) => database.run(scope, work));
    await expect(result).rejects.toMatchObject({ name: 'ServiceError', code: 'UNAVAILABLE' });
  });
});

test('a nested write that waits for a lock of a row is rolled back at its signal, whole', async () => {
  const url = await createDatabase();
  const database = await open(url, '?connection_limit=1');
  await query(url, PRODUCT);
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('BEGIN; SELECT FROM products WHERE id = 1 FOR UPDATE');
  const controller = new AbortController();
  const result = database.run({ signal: controller.signal }, insertOrder);
  const waiting = () =>
    query(url, `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`);
  await expect.poll(waiting).toHaveLength(1);
  controller.abort();
  await expect(result).rejects.toBe(controller.signal.reason);
  await expect.poll(waiting).toEqual([]);
  await holder.query('ROLLBACK');
  const inTransaction = `SELECT FROM pg_stat_activity WHERE application_name = 'portico' AND datname = current_database() AND state <> 'idle'`;
  await expect.poll(() => query(url, inTransaction)).toEqual([]);
  expect(await query(url, 'SELECT FROM orders')).toEqual([]);
  await database.run({}, insertOrder);
  expect(await query(url, 'SELECT FROM order_items')).toHaveLength(1);
});

test('a connection is replaced after a cancelled statement, which a late cancel request would hit again, and no other one is', async () => {
  const url = await createDatabase();
  const database = await open(url, '?connection_limit=1');
  const session = async () => {
    const [row] = await database.run(
      {},
      (client) => client.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`,
    );
    return row!.pid;
  };
  const before = await session();
  await expect(database.run({}, (client) => client.$executeRaw`SELECT nothing`)).rejects.toThrow();
  expect(await session()).toBe(before);
  const lock = await lockTables(url, 'users');
  const controller = new AbortController();
  const result = database.run({ signal: controller.signal }, countUsers);
  await expect.poll(lock.waiting).toHaveLength(1);
  controller.abort();
  await expect(result).rejects.toBe(controller.signal.reason);
  await lock.release();
  expect(await session()).not.toBe(before);
});

describe('errors of the driver cross Prisma', () => {
  const failures: [by: string, write: (client: DatabaseClient) => PromiseLike<unknown>][] = [
    ['a model', (client) => client.order.create({ data: { userId: -1n, total: 1n, currency: 'EUR' } })],
    [
      'a nested write',
      (client) =>
        client.user.create({
          data: {
            firstName: 'A',
            lastName: '',
            orders: {
              create: [
                { total: 1n, currency: 'EUR', id: 1n },
                { total: 1n, currency: 'EUR', id: 1n },
              ],
            },
          },
        }),
    ],
    [
      '$queryRaw',
      (client) => client.$queryRaw`INSERT INTO orders (user_id, total, currency) VALUES (-1, 1, 'EUR') RETURNING id`,
    ],
    [
      '$executeRaw',
      (client) => client.$executeRaw`INSERT INTO orders (user_id, total, currency) VALUES (-1, 1, 'EUR')`,
    ],
  ];

  test.each(failures)('with class and fields, of %s, also inside a transaction', async (_, write) => {
    const database = await open(await createDatabase());
    const errors = [
      await database.run({}, write).then(undefined, (error: unknown) => error),
      await database
        .transaction(later(), (scope) => database.run(scope, write))
        .then(undefined, (error: unknown) => error),
    ];
    for (const error of errors) {
      expect(error).toBeInstanceOf(pg.DatabaseError);
      expect(violatedConstraint(error)).toMatch(/^orders_(user_id_fkey|pkey)$/);
      expect(error).toMatchObject({ table: 'orders', schema: 'public', severity: 'ERROR' });
    }
  });

  test('and those of Prisma itself as they are', async () => {
    const database = await open(await createDatabase());
    const remove = (client: DatabaseClient) => client.user.delete({ where: { id: 1n } });
    const failure = { name: 'PrismaClientKnownRequestError', code: 'P2025' };
    await expect(database.run({}, remove)).rejects.toMatchObject(failure);
    const result = database.transaction(later(), (scope) => database.run(scope, remove));
    await expect(result).rejects.toMatchObject(failure);
    await expect(database.run({}, async () => Promise.reject(new TypeError('own')))).rejects.toThrow(TypeError);
  });
});

describe('a response that is lost', () => {
  const lost: [what: string, text: string, code: string, work: (client: DatabaseClient) => PromiseLike<unknown>][] = [
    ['a read is UNAVAILABLE', 'SELECT', 'UNAVAILABLE', countUsers],
    ['a create is OUTCOME_UNKNOWN', 'INSERT INTO', 'OUTCOME_UNKNOWN', insertUser],
    [
      'an update is OUTCOME_UNKNOWN',
      'UPDATE',
      'OUTCOME_UNKNOWN',
      (client) => client.user.updateMany({ data: { lastName: 'B' } }),
    ],
    ['a deletion is OUTCOME_UNKNOWN', 'DELETE', 'OUTCOME_UNKNOWN', (client) => client.user.deleteMany()],
    ['$executeRaw is OUTCOME_UNKNOWN', 'DELETE', 'OUTCOME_UNKNOWN', (client) => client.$executeRaw`DELETE FROM users`],
    [
      '$queryRaw that writes is OUTCOME_UNKNOWN',
      'WITH',
      'OUTCOME_UNKNOWN',
      (client) =>
        client.$queryRaw`WITH line AS (SELECT 'Ada') INSERT INTO users (first_name, last_name) SELECT *, '' FROM line RETURNING id`,
    ],
    ['a write of a nested write, before its COMMIT, is UNAVAILABLE', 'order_items', 'UNAVAILABLE', insertOrder],
  ];

  test.each(lost)('to %s', async (_, text, code, work) => {
    const url = await createDatabase();
    await open(url);
    await query(url, PRODUCT);
    const relay = await startRelay(url);
    onTestFinished(() => relay.cut().catch(() => {}));
    const database = await open(relay.through(url), '?connection_limit=1');
    await database.run({}, (client) => client.$queryRaw`SELECT 1`);
    relay.cutResponsesTo(text);
    await expect(database.run({}, work)).rejects.toMatchObject({
      name: 'ServiceError',
      code,
      cause: expect.any(Error) as unknown,
    });
    relay.cutResponsesTo(undefined);
    expect(await query(url, 'SELECT FROM orders')).toEqual([]);
    await database.run({}, countUsers);
  });
});

describe('signals', () => {
  test('do not mix: of 50 concurrent statements exactly those of the aborted signal are rejected', async () => {
    const url = await createDatabase();
    const database = await open(url);
    const lock = await lockTables(url, 'users');
    const [one, other] = [new AbortController(), new AbortController()];
    const results = Array.from({ length: 50 }, (_, number) => {
      const { signal } = number % 2 === 0 ? one : other;
      return database.run({ signal }, (client) =>
        number % 3 === 0
          ? client.$queryRaw`SELECT id FROM users`
          : number % 3 === 1
            ? client.user.findMany()
            : insertUser(client),
      );
    });
    await expect.poll(lock.waiting).toHaveLength(4);
    one.abort();
    const rejected = await Promise.allSettled(results.filter((_, number) => number % 2 === 0));
    expect(rejected).toEqual(Array(25).fill({ status: 'rejected', reason: one.signal.reason }));
    await expect.poll(lock.waiting).toHaveLength(2);
    await lock.release();
    const resolved = await Promise.allSettled(results.filter((_, number) => number % 2 === 1));
    expect(resolved.map(({ status }) => status)).toEqual(Array(25).fill('fulfilled'));
    const inserted = Array.from({ length: 50 }, (_, number) => number).filter(
      (number) => number % 2 === 1 && number % 3 === 2,
    );
    expect(await query(url, 'SELECT FROM users')).toHaveLength(inserted.length);
  });

  test('do not mix where the statements of many requests start in one turn, each with its own', async () => {
    const url = await createDatabase();
    const database = await open(url);
    const lock = await lockTables(url, 'users');
    const controllers = Array.from({ length: 6 }, () => new AbortController());
    const results = Promise.allSettled(
      controllers.map(({ signal }) => database.run({ signal }, (client) => client.user.findMany())),
    );
    await expect.poll(lock.waiting).toHaveLength(6);
    for (const number of [1, 4]) controllers[number]!.abort();
    await expect.poll(lock.waiting).toHaveLength(4);
    await lock.release();
    expect((await results).map(({ status }) => status)).toEqual(
      controllers.map(({ signal }) => (signal.aborted ? 'rejected' : 'fulfilled')),
    );
  });

  test('that abort a request leave the connections of the pool whole', async () => {
    const url = await createDatabase();
    const database = await open(url, '?connection_limit=4');
    for (let round = 0; round < 5; round++) {
      const lock = await lockTables(url, 'users');
      const controllers = Array.from({ length: 8 }, () => new AbortController());
      const results = controllers.map(({ signal }, number) =>
        database.run({ signal }, (client): PromiseLike<unknown> =>
          number % 2 ? insertUser(client) : countUsers(client),
        ),
      );
      await expect.poll(lock.waiting).toHaveLength(4);
      for (const controller of controllers) controller.abort();
      for (const [number, result] of (await Promise.allSettled(results)).entries()) {
        expect(result).toEqual({ status: 'rejected', reason: controllers[number]!.signal.reason });
      }
      await lock.release();
      expect(await Promise.all(Array.from({ length: 12 }, () => database.run({}, countUsers)))).toEqual(
        Array(12).fill(0),
      );
    }
  });

  test('of all readers have to be aborted until a shared statement is cancelled', async () => {
    const url = await createDatabase();
    const database = await open(url);
    const read = shareReads<bigint, object | null>(async (ids, scope) => {
      const rows = await database.run(scope, (client) => client.user.findMany({ where: { id: { in: [...ids] } } }));
      return ids.map((id) => rows.find((row) => row.id === id) ?? null);
    });
    const lock = await lockTables(url, 'users');
    const controllers = Array.from({ length: 10 }, () => new AbortController());
    const results = controllers.map(({ signal }, number) => read(BigInt(number), { signal }));
    await expect.poll(lock.waiting).toHaveLength(1);
    const settled = Promise.allSettled(results);
    for (const controller of controllers.slice(1)) controller.abort();
    // Longer than a cancel request takes: those of another database arrive and have their effect.
    const another = new AbortController();
    const cancelled = database.run({ signal: another.signal }, countUsers);
    await expect.poll(lock.waiting).toHaveLength(2);
    another.abort();
    await expect(cancelled).rejects.toBe(another.signal.reason);
    await expect.poll(lock.waiting).toHaveLength(1);
    controllers[0]!.abort();
    await expect.poll(lock.waiting).toEqual([]);
    expect((await settled)[0]).toEqual({ status: 'rejected', reason: controllers[0]!.signal.reason });
    await lock.release();
    expect(await read(1n, {})).toBeNull();
  });
});

describe('turns', () => {
  test('a request runs two statements at a time, and one once it is large; another request does not wait', async () => {
    const url = await createDatabase();
    const database = await open(url);
    const locks = [await lockTables(url, 'users')];
    const { signal } = new AbortController();
    const all = Array.from({ length: 9 }, (_, number) =>
      database.run({ signal }, (client) =>
        number % 2 ? client.user.findMany() : client.$queryRaw`SELECT id FROM users`,
      ),
    );
    await expect.poll(locks[0]!.waiting).toHaveLength(2);
    const other = database.run({ signal: new AbortController().signal }, countUsers);
    await expect.poll(locks[0]!.waiting).toHaveLength(3);
    const products = await database.run({ signal: new AbortController().signal }, (client) => client.product.count());
    expect(products).toBe(0);
    await locks[0]!.release();
    await Promise.all([...all, other]);

    locks.push(await lockTables(url, 'users'));
    const more = Array.from({ length: 3 }, () => database.run({ signal }, countUsers));
    const another = database.run({ signal: new AbortController().signal }, countUsers);
    await expect.poll(locks[1]!.waiting).toHaveLength(2);
    await locks[1]!.release();
    await Promise.all([...more, another]);
  });

  test('writes leave connections to reads, however they are written', async () => {
    const url = await createDatabase();
    const database = await open(url, '?connection_limit=5');
    await query(url, PRODUCT);
    const lock = new pg.Client({ connectionString: url });
    await lock.connect();
    onTestFinished(() => lock.end());
    await lock.query('BEGIN; LOCK TABLE users, orders IN SHARE MODE');
    const waiting = () =>
      query(url, `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`);
    const writes = Array.from({ length: 12 }, (_, number) => {
      if (number % 4 === 3) return database.transaction(later(), (scope) => database.run(scope, insertUser));
      return database.run(
        {},
        (client) => [insertUser, insertOrder, deleteUsers][number % 3]!(client) as Promise<unknown>,
      );
    });
    await expect.poll(waiting).toHaveLength(4);
    expect(database.writes.running).toBe(4);
    for (let round = 0; round < 10; round++) expect(await database.run({}, countUsers)).toBe(0);
    expect(await waiting()).toHaveLength(4);
    await lock.query('COMMIT');
    await Promise.all(writes);
  });
});

const deleteUsers = (client: DatabaseClient) => client.$executeRaw`DELETE FROM users WHERE id < 0`;

describe('a migration that changes the type of a column', () => {
  const reads: [by: string, read: (client: DatabaseClient) => PromiseLike<unknown>][] = [
    ['models', (client) => client.user.findMany({ select: { firstName: true } })],
    ['SQL', (client) => client.$queryRaw`SELECT first_name FROM users`],
  ];

  test.each(reads)('fails no statement of %s on any connection', async (_, read) => {
    const url = await createDatabase();
    const database = await open(url);
    const ask = () => Promise.all(Array.from({ length: 20 }, () => database.run({}, read)));
    await ask();
    for (const type of ['text', 'varchar(100)', 'varchar(200)']) {
      await query(url, `ALTER TABLE users ALTER COLUMN first_name TYPE ${type}`);
      await ask();
      await ask();
      await database.run({}, insertUser);
    }
    await database.transaction(later(), (scope) => database.run(scope, read));
  });

  test('fails no transaction, also where its statement was prepared', async () => {
    const url = await createDatabase();
    const database = await open(url, '?connection_limit=1');
    const read = () => database.run({}, (client) => client.user.findMany({ select: { firstName: true } }));
    await read();
    await query(url, 'ALTER TABLE users ALTER COLUMN first_name TYPE text');
    await database.transaction(later(), async (scope) => {
      await database.run(scope, (client) => client.user.findMany({ select: { firstName: true } }));
      await query(url, 'ALTER TABLE orders ALTER COLUMN currency TYPE text');
      await database.run(scope, (client) => client.order.findMany());
    });
  });
});

test('statements are prepared once on a connection, and none behind a transaction pooler', async () => {
  const url = await createDatabase();
  const database = await open(url, '?connection_limit=1');
  const prepared = (from: Database) =>
    from.run(
      {},
      (client) =>
        client.$queryRaw<
          { count: number }[]
        >`SELECT count(*)::int FROM pg_prepared_statements WHERE statement ~ 'users' AND statement !~ 'pg_prepared'`,
    );
  const read = async (from: Database) => {
    for (let id = 0n; id < 3n; id++) {
      await from.run({}, (client) => client.user.findMany({ where: { id } }));
      await from.run({}, (client) => client.$queryRaw`SELECT id FROM users WHERE id = ${id}`);
    }
  };
  await read(database);
  expect(await prepared(database)).toEqual([{ count: 2 }]);
  const pooled = await openDatabase({
    databaseUrl: `${url}?connection_limit=1`,
    databaseDirectUrl: url,
    dataDir: '',
    seed: 'none',
  });
  onTestFinished(pooled.close);
  await read(pooled);
  expect(await prepared(pooled)).toEqual([{ count: 0 }]);
});
