// Transactions on a server: what every PostgreSQL promises, and what no client sees of connections that are silent or break.
import { describe, expect, onTestFinished, test } from 'vitest';
import { REQUEST_TIMEOUT_MS } from '../../../src/gateway/handle/withDeadline.ts';
import type { Database, DatabaseClient } from '../../../src/service/database/Database.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { later, testTransactions } from '../../service/database/support/testTransactions.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { lockTables } from './support/lockTables.ts';
import { startRelay } from './support/startRelay.ts';

describe('a transaction on a server', () => {
  testTransactions();
});

const timeout = { name: 'ServiceError', code: 'TIMEOUT' };

/** A database behind a relay, over a pool whose only connection has to be released or replaced for the next statement. */
async function open() {
  const url = await createDatabase();
  const relay = await startRelay(url);
  onTestFinished(relay.cut);
  const settings = { databaseUrl: `${relay.through(url)}?connection_limit=1`, dataDir: '', seed: 'none' } as const;
  const database = await openDatabase(settings);
  onTestFinished(database.close);
  return { url, relay, database };
}

const insertUser = (client: DatabaseClient) => client.user.create({ data: { firstName: 'Ada', lastName: '' } });

/** The number of the session that a statement of the pool runs in. */
async function sessionOf(database: Database): Promise<number> {
  const [row] = await database.run({}, (client) => client.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`);
  return row!.pid;
}

test.each([
  ['without an answer to BEGIN', true],
  ['that waits for a new connection', false],
])('a transaction %s is TIMEOUT at the deadline, and the database works afterwards', async (_, isConnected) => {
  const { url, relay, database } = await open();
  if (isConnected) await sessionOf(database);
  relay.pause();
  let hasRun = false;
  const result = database.transaction(Date.now() + 500, async () => void (hasRun = true));
  await expect(result).rejects.toMatchObject(timeout);
  relay.resume();
  await database.transaction(later(), (scope) => database.run(scope, insertUser));
  expect(hasRun).toBe(false);
  expect(await query(url, 'SELECT FROM users')).toHaveLength(1);
});

test('a COMMIT whose response is late is OUTCOME_UNKNOWN, and the database works afterwards', async () => {
  const { relay, database } = await open();
  const result = database.transaction(Date.now() + 3_000, async (scope) => {
    await database.run(scope, insertUser);
    relay.pause();
  });
  await expect(result).rejects.toMatchObject({ name: 'ServiceError', code: 'OUTCOME_UNKNOWN' });
  relay.resume();
  await database.transaction(later(), (scope) => database.run(scope, insertUser));
});

test('a transaction whose work has caught a failed connection is UNAVAILABLE, and not committed', async () => {
  const { url, relay, database } = await open();
  const result = database.transaction(later(), async (scope) => {
    await database.run(scope, insertUser);
    await relay.cut();
    await database.run(scope, insertUser).catch(() => {});
    return 'done';
  });
  await expect(result).rejects.toMatchObject({ name: 'ServiceError', code: 'UNAVAILABLE' });
  await relay.restore();
  expect(await query(url, 'SELECT FROM users')).toEqual([]);
  await database.transaction(later(), (scope) => database.run(scope, insertUser));
});

test('a connection is replaced after a cancelled statement, which a late cancel request would hit again, and no other one is', async () => {
  const { url, database } = await open();
  const before = await sessionOf(database);
  await expect(database.run({}, (client) => client.$executeRaw`SELECT nothing`)).rejects.toThrow();
  expect(await sessionOf(database)).toBe(before);
  const lock = await lockTables(url, 'users');
  const controller = new AbortController();
  const result = database.run({ signal: controller.signal }, (client) => client.user.count());
  await expect.poll(lock.waiting).toHaveLength(1);
  controller.abort();
  await expect(result).rejects.toBe(controller.signal.reason);
  await lock.release();
  expect(await sessionOf(database)).not.toBe(before);
});

test('a process that is paused in a transaction holds its locks no longer than a request can last', async () => {
  const { database } = await open();
  const setting = 'idle_in_transaction_session_timeout';
  const rows = await database.run(
    {},
    (client) => client.$queryRaw`SELECT setting FROM pg_settings WHERE name = ${setting}`,
  );
  expect(rows).toEqual([{ setting: String(REQUEST_TIMEOUT_MS) }]);
});
