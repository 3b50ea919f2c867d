// Counts SQL statements: requests of disconnected clients start none. What has begun: test/systems/postgres/abandoned.test.ts.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Scope } from '../../../src/service/database/Database.ts';
import { sendAbortable } from '../../promises/support/sendAbortable.ts';
import { openForSpec } from '../support/openForSpec.ts';

const { portico, database, statementsOf, logged } = await openForSpec();
afterAll(() => portico.close());

const v1 = portico.in({ prefix: '/v1', headers: {} });

/** Counts the requests that arrive at servers of this process from now on. */
function countArrivals(): () => number {
  let count = 0;
  const arrive = () => void count++;
  subscribe('http.server.request.start', arrive);
  onTestFinished(() => void unsubscribe('http.server.request.start', arrive));
  return () => count;
}

/** The size of the pool: ten connections to a server, one to the embedded database. */
const POOL_SIZE = process.env['TEST_DATABASE_URL'] === undefined ? 1 : 10;

const waitForLock = (scope: Scope) =>
  database.run(scope, (client) => client.$queryRaw`SELECT pg_advisory_xact_lock(4711)::text`);

/** Occupies every connection of the pool until the returned function is called, which waits for the end of that. */
async function occupyDatabase(): Promise<() => Promise<unknown>> {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const occupied: Promise<unknown>[] = [];
  const { running } = database.writes;
  for (let taken = 0; taken < running; taken++) {
    await new Promise<void>((resolve) => {
      const transaction = database.transaction(Date.now() + 60_000, async (scope) => {
        await (taken === 0 ? waitForLock(scope) : database.run(scope, (client) => client.$queryRaw`SELECT 1`));
        resolve();
        await released;
      });
      occupied.push(transaction);
    });
  }
  // What writes leave to reads waits for the lock of the first transaction.
  for (let taken = running; taken < POOL_SIZE; taken++) {
    occupied.push(waitForLock({}));
  }
  return () => (release(), Promise.all(occupied));
}

test('requests whose clients have disconnected run no statements', async () => {
  const path = (offset: number) => `/orders?limit=100&offset=${offset}&expand=items,user`;
  await v1.get(path(0));
  const arrivals = countArrivals();
  const free = await occupyDatabase();
  const statements = await statementsOf(async () => {
    const all = await Promise.all(Array.from({ length: 40 }, (_, index) => sendAbortable(v1, 'GET', path(index))));
    await expect.poll(arrivals).toBe(40);
    for (const { abort } of all) abort();
    const left = () => logged.filter((line) => (JSON.parse(line) as { status?: number }).status === 0);
    await expect.poll(() => left().length).toBe(40);
    await free();
    expect((await v1.get('/users/1')).status).toBe(200);
  });
  expect(statements.filter((statement) => statement.includes('orders'))).toEqual([]);
  expect(statements.filter((statement) => statement.includes('users'))).toHaveLength(1);
});
