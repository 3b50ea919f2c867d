// With a count of the SQL statements: what clients do not wait for any longer is not begun.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { sendAbortable } from '../support/sendAbortable.ts';
import { openForSpec } from '../support/openForSpec.ts';

const { portico, database, statementsOf, logged } = await openForSpec();
afterAll(() => portico.close());

const v1 = portico.in({ prefix: '/v1', headers: {} });

/** How many requests have arrived at servers of this process since. */
function countArrivals(): () => number {
  let count = 0;
  const arrive = () => void count++;
  subscribe('http.server.request.start', arrive);
  onTestFinished(() => void unsubscribe('http.server.request.start', arrive));
  return () => count;
}

/** How many connections the pool has: a server takes ten, the embedded database one. */
const CONNECTIONS = process.env['TEST_DATABASE_URL'] === undefined ? 1 : 10;

/** Keeps all others from the database until the function it gives is called; tells of what was waited for with it. */
async function occupyDatabase(): Promise<() => Promise<unknown>> {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const transactions: Promise<unknown>[] = [];
  for (let taken = 0; taken < CONNECTIONS; taken++) {
    await new Promise<void>((occupied) => {
      const transaction = database.client.$transaction(
        async (tx) => {
          await tx.$queryRaw`SELECT 1`;
          occupied();
          await released;
        },
        { timeout: 60_000, maxWait: 60_000 },
      );
      transactions.push(transaction);
    });
  }
  return () => (release(), Promise.all(transactions));
}

test('requests whose clients have gone leave no statements to be run', async () => {
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
  expect(statements.filter((sql) => sql.includes('orders'))).toEqual([]);
  expect(statements.filter((sql) => sql.includes('users'))).toHaveLength(1);
});

test('a read that one client still waits for is run when all the others have gone', async () => {
  const arrivals = countArrivals();
  const free = await occupyDatabase();
  const all = await Promise.all(Array.from({ length: 10 }, () => sendAbortable(v1, 'GET', '/users?limit=5&cursor=')));
  await expect.poll(arrivals).toBe(10);
  for (const { abort } of all.slice(1)) abort();
  await Promise.all(all.slice(1).map(({ status }) => status));
  await free();
  expect(await all[0]!.status).toBe(200);
});

test('a mutation that has begun is run though its client has gone', async () => {
  const arrivals = countArrivals();
  const free = await occupyDatabase();
  const { abort } = await sendAbortable(v1, 'POST', '/users', { name: 'Gone Already', email: 'gone@example.com' });
  await expect.poll(arrivals).toBe(1);
  // What has arrived after it is answered after it has begun.
  await v1.post('/users', {});
  abort();
  await free();
  const found = () => database.client.user.count({ where: { email: 'gone@example.com' } });
  await expect.poll(found).toBe(1);
});
