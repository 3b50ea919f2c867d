// Transactions on a server: what every PostgreSQL promises, and what happens when statements wait and connections break.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database, DatabaseClient, Scope } from '../../../src/service/database/Database.ts';
import { isRolledBack } from '../../../src/service/database/databaseErrors.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { retryOnConflict } from '../../../src/service/database/retryOnConflict.ts';
import { later, testTransactions } from '../../service/database/support/testTransactions.ts';
import { connect } from './support/connect.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { lockTables } from './support/lockTables.ts';
import { startRelay } from './support/startRelay.ts';

describe('a transaction on a server', () => {
  testTransactions();
});

/** A pool whose only connection has to be released or replaced for the next statement. */
const ONE_CONNECTION = '?connection_limit=1';

/** The statement, and not a part of `BEGIN ISOLATION LEVEL READ COMMITTED`. */
const COMMIT = 'COMMIT\0';

const unavailable = { name: 'ServiceError', code: 'UNAVAILABLE', headers: { 'retry-after': '1' } };
const timeout = { name: 'ServiceError', code: 'TIMEOUT' };
const unknown = { name: 'ServiceError', code: 'OUTCOME_UNKNOWN' };

async function open(url: string, parameters = ONE_CONNECTION): Promise<Database> {
  const database = await openDatabase({ databaseUrl: `${url}${parameters}`, dataDir: '', seed: 'none' });
  onTestFinished(database.close);
  return database;
}

/** A database behind a relay. */
async function openRelayed() {
  const url = await createDatabase();
  const relay = await startRelay(url);
  onTestFinished(() => relay.cut().catch(() => {}));
  return { url, relay, database: await open(relay.through(url)) };
}

const insertUser = (client: DatabaseClient) => client.user.create({ data: { firstName: 'Ada', lastName: '' } });

/** Two statements, which Prisma makes a transaction of its own. */
const insertOrder = (client: DatabaseClient) =>
  client.order.create({
    data: {
      total: 1n,
      currency: 'EUR',
      items: { create: [{ position: 0, quantity: 1, unitPrice: 1n, productId: 1n }] },
    },
  });

const insertProduct = (url: string) =>
  query(
    url,
    `INSERT INTO products (id, name, description, price, currency, created_at) VALUES (1, 'Bowl', '', 1, 'EUR', now())`,
  );

/** The number of the session that a statement of the pool runs in. */
async function sessionOf(database: Database, scope: Scope = {}): Promise<number> {
  const [row] = await database.run(
    scope,
    (client) => client.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`,
  );
  return row!.pid;
}

/** Statements of the pool that run. */
const running = (url: string) =>
  query(
    url,
    `SELECT query FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'portico' AND state <> 'idle'`,
  );

/** Statements of the database that wait for a lock. */
const waiting = (url: string) =>
  query(url, `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`);

/** How a write is committed: by the service, by Prisma, or by itself. */
const writes: [by: string, table: string, write: (database: Database) => Promise<unknown>][] = [
  ['a transaction', 'users', (database) => database.transaction(later(), (scope) => database.run(scope, insertUser))],
  ['a nested write', 'orders', (database) => database.run({}, insertOrder)],
  ['a statement', 'users', (database) => database.run({}, insertUser)],
];

describe('a COMMIT', () => {
  test.each(writes)('that the server rejects had no effect, of %s', async (_, table, write) => {
    const url = await createDatabase();
    const database = await open(url);
    await insertProduct(url);
    await query(
      url,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused' USING ERRCODE = 'check_violation'; END $$;
       CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON ${table} DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    const session = await sessionOf(database);
    for (let round = 0; round < 3; round++) {
      await expect(write(database)).rejects.toMatchObject({ name: 'error', message: 'refused', code: '23514' });
    }
    expect(await query(url, `SELECT FROM ${table}`)).toEqual([]);
    expect(await running(url)).toEqual([]);
    expect(await sessionOf(database)).toBe(session);
    await query(url, `DROP TRIGGER refuse ON ${table}`);
    await write(database);
    expect(await query(url, `SELECT FROM ${table}`)).toHaveLength(1);
  });

  test.each(writes.slice(0, 2))(
    'whose response is lost is OUTCOME_UNKNOWN, of %s, and its connection is closed',
    async (_, table, write) => {
      const { url, relay, database } = await openRelayed();
      await insertProduct(url);
      for (let round = 1; round <= 3; round++) {
        const session = await sessionOf(database);
        relay.cutResponsesTo(COMMIT);
        await expect(write(database)).rejects.toMatchObject(unknown);
        relay.cutResponsesTo(undefined);
        expect(await query(url, `SELECT FROM ${table}`)).toHaveLength(round);
        expect(await sessionOf(database)).not.toBe(session);
      }
      await write(database);
    },
  );

  test('that is not sent, because the connection is broken, had no effect', async () => {
    const { url, relay, database } = await openRelayed();
    for (let round = 0; round < 3; round++) {
      const result = database.transaction(later(), async (scope) => {
        await database.run(scope, insertUser);
        await relay.cut();
        await expect(database.run(scope, insertUser)).rejects.toMatchObject(unavailable);
      });
      await expect(result).rejects.toMatchObject(unavailable);
      await relay.restore();
    }
    expect(await query(url, 'SELECT FROM users')).toEqual([]);
    await database.transaction(later(), (scope) => database.run(scope, insertUser));
    expect(await query(url, 'SELECT FROM users')).toHaveLength(1);
  });

  test('whose response is late is OUTCOME_UNKNOWN, and the database works afterwards', async () => {
    const { url, relay, database } = await openRelayed();
    const result = database.transaction(Date.now() + 3_000, async (scope) => {
      await database.run(scope, insertUser);
      relay.pause();
    });
    await expect(result).rejects.toMatchObject(unknown);
    relay.resume();
    await expect.poll(() => running(url)).toEqual([]);
    await database.transaction(later(), (scope) => database.run(scope, insertUser));
  });

  test('of a transaction whose work has caught a failed connection is an error', async () => {
    const { url, database } = await openRelayed();
    const result = database.transaction(later(), async (scope) => {
      await database.run(scope, insertUser);
      await query(
        url,
        `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'portico'`,
      );
      await database.run(scope, insertUser).catch(() => {});
      return 'done';
    });
    await expect(result).rejects.toMatchObject(unavailable);
    expect(await query(url, 'SELECT FROM users')).toEqual([]);
    await database.transaction(later(), (scope) => database.run(scope, insertUser));
  });
});

describe('at the deadline', () => {
  /** What waits for a lock on these tables, within a transaction. */
  const blocked: [what: string, work: (client: DatabaseClient) => PromiseLike<unknown>][] = [
    ['a model', insertUser],
    ['a nested write', insertOrder],
    ['SQL', (client) => client.$queryRaw`SELECT id FROM users`],
    ['SQL that writes', (client) => client.$executeRaw`DELETE FROM users`],
  ];

  test.each(blocked)('a statement of %s is cancelled, and rolled back', async (_, work) => {
    const url = await createDatabase();
    const database = await open(url);
    const lock = await lockTables(url);
    let inside: unknown;
    const result = database.transaction(Date.now() + 3_000, async (scope) => {
      await database.run(scope, (client) => client.$executeRaw`INSERT INTO data_sets (name) VALUES ('x')`);
      inside = await database.run(scope, work).catch((error: unknown) => error);
      throw inside;
    });
    await expect.poll(lock.waiting).toHaveLength(1);
    await expect(result).rejects.toMatchObject(timeout);
    await expect.poll(() => running(url)).toEqual([]);
    expect(inside).toMatchObject(timeout);
    await lock.release();
    expect(await query(url, 'SELECT FROM data_sets')).toEqual([]);
    await database.transaction(later(), (scope) => database.run(scope, insertUser));
    expect(await query(url, 'SELECT FROM users')).toHaveLength(1);
  });

  test('a transaction whose BEGIN is not answered is TIMEOUT, and the database works afterwards', async () => {
    const { url, relay, database } = await openRelayed();
    await sessionOf(database);
    relay.pause();
    let ran = false;
    const result = database.transaction(Date.now() + 500, async () => void (ran = true));
    await expect(result).rejects.toMatchObject(timeout);
    relay.resume();
    await database.transaction(later(), (scope) => database.run(scope, insertUser));
    await expect.poll(() => running(url)).toEqual([]);
    expect(ran).toBe(false);
  });

  test('a transaction that waits for a new connection is TIMEOUT, and the database works afterwards', async () => {
    const { url, relay, database } = await openRelayed();
    relay.pause();
    const result = database.transaction(Date.now() + 500, async () => {});
    await expect(result).rejects.toMatchObject(timeout);
    relay.resume();
    await database.transaction(later(), (scope) => database.run(scope, insertUser));
    expect(await query(url, 'SELECT FROM users')).toHaveLength(1);
  });

  test('many transactions that wait for few connections are TIMEOUT, each, and the pool is whole', async () => {
    const url = await createDatabase();
    const database = await open(url, '?connection_limit=3');
    const lock = await lockTables(url, 'users');
    const deadline = Date.now() + 1_500;
    const results = Array.from({ length: 20 }, () =>
      database.transaction(deadline, (scope) => database.run(scope, insertUser)),
    );
    for (const result of await Promise.allSettled(results)) {
      expect(result).toMatchObject({ status: 'rejected', reason: timeout });
    }
    await expect.poll(lock.waiting).toEqual([]);
    await lock.release();
    expect(await query(url, 'SELECT FROM users')).toEqual([]);
    // Three at a time, of which writes may take two.
    const sessions = await Promise.all(
      Array.from({ length: 3 }, () =>
        database.run(
          {},
          (client) => client.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid, pg_sleep(0.2)::text`,
        ),
      ),
    );
    expect(new Set(sessions.map(([row]) => row!.pid)).size).toBe(3);
    await Promise.all(
      Array.from({ length: 8 }, () => database.transaction(later(), (scope) => database.run(scope, insertUser))),
    );
    expect(await query(url, 'SELECT FROM users')).toHaveLength(8);
  });

  test('a transaction that waits while others end in time is run', async () => {
    const url = await createDatabase();
    const database = await open(url);
    const results = Array.from({ length: 30 }, () =>
      database.transaction(later(), async (scope) => {
        await database.run(scope, insertUser);
        return sessionOf(database, scope);
      }),
    );
    expect(new Set(await Promise.all(results)).size).toBe(1);
    expect(await query(url, 'SELECT FROM users')).toHaveLength(30);
  });
});

describe('an attempt at a savepoint', () => {
  test('is repeated after a deadlock, and the transaction commits', async () => {
    const url = await createDatabase();
    const database = await open(url);
    await query(url, `INSERT INTO users (id, first_name, last_name) VALUES (1001, 'A', ''), (1002, 'B', '')`);
    const other = await connect(url);
    await other.query(`SET deadlock_timeout = '60s'`);
    await other.query('BEGIN; UPDATE users SET last_name = $$other$$ WHERE id = 1002');
    let attempts = 0;
    const update = (id: bigint, scope: Scope) =>
      database.run(scope, (client) => client.user.updateMany({ where: { id }, data: { firstName: 'C' } }));
    const result = database.transaction(later(), async (scope) => {
      await database.run(scope, (client) => client.$executeRaw`INSERT INTO data_sets (name) VALUES ('before')`);
      await retryOnConflict(scope, isRolledBack, async (inner) => {
        attempts++;
        await update(1001n, inner);
        await update(1002n, inner);
      });
    });
    await expect.poll(() => waiting(url)).toHaveLength(1);
    // PostgreSQL aborts the transaction that looks for a deadlock first.
    await other.query('UPDATE users SET last_name = $$other$$ WHERE id = 1001; COMMIT');
    await result;
    expect(attempts).toBe(2);
    expect(await query(url, 'SELECT first_name, last_name FROM users ORDER BY id')).toEqual(
      Array(2).fill({ first_name: 'C', last_name: 'other' }),
    );
    expect(await query(url, 'SELECT name FROM data_sets')).toEqual([{ name: 'before' }]);
  });

  test('is cancelled at the deadline with TIMEOUT, and the database works afterwards', async () => {
    const url = await createDatabase();
    const database = await open(url);
    const lock = await lockTables(url, 'users');
    let inside: unknown;
    const result = database.transaction(Date.now() + 1_000, (scope) =>
      retryOnConflict(scope, isRolledBack, (inner) => database.run(inner, insertUser)).catch((error: unknown) => {
        inside = error;
        throw error;
      }),
    );
    await expect(result).rejects.toMatchObject(timeout);
    await expect.poll(lock.waiting).toEqual([]);
    await lock.release();
    await database.transaction(later(), (scope) => database.run(scope, insertUser));
    expect(inside).toMatchObject(timeout);
    expect(await query(url, 'SELECT FROM users')).toHaveLength(1);
  });

  test('on a connection that breaks is UNAVAILABLE, before it and in it', async () => {
    const { url, relay, database } = await openRelayed();
    const inside: unknown[] = [];
    for (const cutsBefore of [true, false]) {
      const result = database.transaction(later(), async (scope) => {
        await database.run(scope, insertUser);
        if (cutsBefore) await relay.cut();
        const attempt = retryOnConflict(scope, isRolledBack, async (inner) => {
          if (!cutsBefore) await relay.cut();
          await database.run(inner, insertUser);
        });
        await attempt.catch((error: unknown) => {
          inside.push(error);
          throw error;
        });
      });
      await expect(result).rejects.toMatchObject(unavailable);
      await relay.restore();
    }
    expect(inside).toEqual([expect.objectContaining(unavailable), expect.objectContaining(unavailable)]);
    await database.transaction(later(), (scope) => database.run(scope, insertUser));
    expect(await query(url, 'SELECT FROM users')).toHaveLength(1);
  });
});

test('a transaction leaves nothing behind when its signal is aborted between two statements', async () => {
  const url = await createDatabase();
  const database = await open(url);
  const { signal, abort } = abortable();
  const result = database.transaction(later(), async (scope) => {
    await database.run(scope, insertUser);
    abort();
    await database.run({ ...scope, signal }, insertUser);
  });
  const error: unknown = await result.catch((reason: unknown) => reason);
  expect(error).toBe(signal.reason);
  expect(await query(url, 'SELECT FROM users')).toEqual([]);
  await database.run({}, insertUser);
});

test('a statement of a transaction is cancelled at its own signal, and the transaction is rolled back', async () => {
  const url = await createDatabase();
  const database = await open(url);
  const lock = await lockTables(url, 'users');
  const { signal, abort } = abortable();
  const result = database.transaction(later(), (scope) => database.run({ ...scope, signal }, insertUser));
  await expect.poll(lock.waiting).toHaveLength(1);
  abort();
  await expect(result).rejects.toBe(signal.reason);
  await expect.poll(lock.waiting).toEqual([]);
  await lock.release();
  await database.transaction(later(), (scope) => database.run(scope, insertUser));
  expect(await query(url, 'SELECT FROM users')).toHaveLength(1);
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
