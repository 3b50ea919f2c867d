// Requests with an Idempotency-Key on a server: concurrency, broken connections, deadlines and conflicts. Everything that one does is
// one transaction, so what fails before its COMMIT has certainly had no effect.
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import type { Client } from '../../promises/support/Client.ts';
import { expectError, expectInDoubt, idOf } from '../../promises/support/expectations.ts';
import { sendAbortable } from '../../promises/support/sendAbortable.ts';
import type { HttpResponse } from '../../promises/support/sendRequest.ts';
import { connect } from './support/connect.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { countWaiting, lockTables } from './support/lockTables.ts';
import { SHORT_REQUESTS, startOnServer } from './support/startOnServer.ts';
import { startPooler } from './support/startPooler.ts';
import { type Relay, startRelay } from './support/startRelay.ts';

/** A statement timeout that is longer than any of these tests. */
const LONG_TIMEOUT = `options=${encodeURIComponent('-c statement_timeout=60s')}`;

const order = { items: [{ productId: 1, quantity: 1 }] };
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const isReplayed = ({ headers }: HttpResponse) => headers['idempotency-replayed'] === 'true';

/** Counts the orders of a database. */
async function countOrders(url: string): Promise<number> {
  const [row] = (await query(url, 'SELECT count(*)::int FROM orders')) as [{ count: number }];
  return row.count;
}

/** Places an order with a key until it is 201, and expects that there is then one more order than before. */
async function expectOneOrder(url: string, portico: Client, { key, before }: { key: string; before: number }) {
  const first = await portico.post('/orders?expand=items', order, keyed(key));
  expect(first.status).toBe(201);
  const again = await portico.post('/orders?expand=items', order, keyed(key));
  expect([again.body, isReplayed(again)]).toEqual([first.body, true]);
  expect(await countOrders(url)).toBe(before + 1);
  return first;
}

async function startBehindRelay(): Promise<{ url: string; relay: Relay; portico: Client }> {
  const url = await createDatabase();
  const relay = await startRelay(url);
  onTestFinished(relay.cut);
  return { url, relay, portico: await startOnServer(relay.through(url)) };
}

test('while the first request runs, others with its key are 409 with Retry-After; then they are replays', async () => {
  const url = await createDatabase();
  const portico = (await startOnServer(url)).in(V1);
  const key = randomUUID();
  const lock = await lockTables(url, 'users');
  const first = portico.post('/users', { name: 'Ada' }, keyed(key));
  await expect.poll(lock.waiting).toHaveLength(1);
  for (const body of [{ name: 'Ada' }, { name: 'Another' }]) {
    const busy = await portico.post('/users', body, keyed(key));
    expectError(busy, 409, 'Idempotency-Key');
    expect(busy.headers['retry-after']).toBe('1');
  }
  const other = portico.post('/users', { name: 'Ada' }, keyed(randomUUID()));
  await expect.poll(lock.waiting).toHaveLength(2);
  await lock.release();
  const [created, own] = [await first, await other];
  expect([created.status, own.status]).toEqual([201, 201]);
  const again = await portico.post('/users', { name: 'Ada' }, keyed(key));
  expect([again.body, isReplayed(again)]).toEqual([created.body, true]);
  expect(await query(url, `SELECT FROM users WHERE first_name = 'Ada' AND last_name = ''`)).toHaveLength(2);
});

test('a COMMIT whose response is lost is OUTCOME_UNKNOWN, and the next request learns that it took effect', async () => {
  const { url, relay, portico } = await startBehindRelay();
  const v1 = portico.in(V1);
  const before = await countOrders(url);
  const key = randomUUID();
  relay.cutResponsesTo('COMMIT\0');
  const answer = await v1.post('/orders', order, keyed(key));
  expectInDoubt(answer);
  expectError(answer, 500, 'with the same Idempotency-Key');
  relay.cutResponsesTo(undefined);
  const again = await v1.post('/orders', order, keyed(key));
  expect([again.status, isReplayed(again)]).toEqual([201, true]);
  expect(await countOrders(url)).toBe(before + 1);
});

test.each([
  'BEGIN',
  'pg_try_advisory_xact_lock',
  'SAVEPOINT',
  'INSERT INTO "public"."orders"',
  'INSERT INTO "public"."order_items"',
  '"products"."name"',
  'INSERT INTO "public"."idempotency_keys"',
])('a connection that breaks at %s is 503 with Retry-After, and has no effect', async (statement) => {
  const { url, relay, portico } = await startBehindRelay();
  const v1 = portico.in(V1);
  const before = await countOrders(url);
  const key = randomUUID();
  relay.cutResponsesTo(statement);
  const answer = await v1.post('/orders?expand=items', order, keyed(key));
  expectError(answer, 503);
  expect(answer.headers['retry-after']).toBe('1');
  relay.cutResponsesTo(undefined);
  // The server has noticed that the connection is gone, and has released the lock.
  await expect
    .poll(async () => (await v1.post('/orders?expand=items', order, keyed(key))).status, { interval: 50 })
    .toBe(201);
  const again = await v1.post('/orders?expand=items', order, keyed(key));
  expect(isReplayed(again)).toBe(true);
  expect(await countOrders(url)).toBe(before + 1);
});

test('a request that is blocked until the deadline is 504, has no effect, and its key is free', async () => {
  const block = async (table: string) => {
    const url = await createDatabase();
    const portico = (await startOnServer(`${url}?${LONG_TIMEOUT}`, SHORT_REQUESTS)).in(V1);
    const key = randomUUID();
    const before = await countOrders(url);
    const lock = await lockTables(url, table);
    const answer = portico.post('/orders?expand=items', order, keyed(key));
    await expect.poll(lock.waiting).toHaveLength(1);
    expectError(await answer, 504);
    await expect.poll(lock.waiting).toEqual([]);
    await lock.release();
    expect(await countOrders(url)).toBe(before);
    await expectOneOrder(url, portico, { key, before });
  };
  await Promise.all(['orders', 'order_items', 'idempotency_keys'].map(block));
});

test('a client that disconnects does not stop a mutation that has begun, and its response can be replayed', async () => {
  const url = await createDatabase();
  const portico = (await startOnServer(`${url}?${LONG_TIMEOUT}`)).in(V1);
  const key = randomUUID();
  const lock = await lockTables(url, 'users');
  const first = await sendAbortable(portico, 'POST', '/users', { name: 'Gone Already' }, keyed(key).headers);
  await expect.poll(lock.waiting).toEqual([expect.stringContaining('INSERT')]);
  first.abort();
  await first.status;
  await lock.release();
  await expect.poll(() => query(url, 'SELECT FROM idempotency_keys')).toHaveLength(1);
  const again = await portico.post('/users', { name: 'Gone Already' }, keyed(key));
  expect([again.status, isReplayed(again)]).toEqual([201, true]);
  expect(await query(url, `SELECT FROM users WHERE last_name = 'Already'`)).toHaveLength(1);
});

test('a product that is deleted while the order is placed is reported, and the key is free', async () => {
  const url = await createDatabase();
  const portico = (await startOnServer(url)).in(V1);
  const [product] = (await query(
    url,
    `INSERT INTO products (name, description, price, currency) VALUES ('x', 'x', 1, 'EUR') RETURNING id::int`,
  )) as [{ id: number }];
  const other = await connect(url);
  await other.query('BEGIN');
  await other.query('DELETE FROM products WHERE id = $1', [product.id]);
  const key = randomUUID();
  const body = { items: [{ productId: product.id, quantity: 1 }] };
  const answer = portico.post('/orders', body, keyed(key));
  await expect.poll(() => countWaiting(url)).toBe(1);
  await other.query('COMMIT');
  expectError(await answer, 400, 'productId');
  expect((await portico.post('/orders', order, keyed(key))).status).toBe(201);
});

test('no statement of a keyed request goes around its transaction, even with one connection', async () => {
  const url = await createDatabase();
  const portico = (await startOnServer(`${url}?connection_limit=1`)).in(V1);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const { headers } = keyed(randomUUID());
      const id = idOf(await portico.post('/users', { name: `User ${index}` }, { headers }));
      const placed = await portico.post('/orders?expand=items,user', { ...order, userId: id }, keyed(randomUUID()));
      const path = `/users/${id}`;
      const patched = await portico.request('PATCH', path, {
        body: { name: `Changed ${index}` },
        headers: { 'idempotency-key': randomUUID(), 'if-match': '*' },
      });
      return [placed.status, patched.status];
    }),
  );
  expect(answers).toEqual(answers.map(() => [201, 200]));
});

test('works behind a pooler in transaction mode, whose sessions hold no lock for longer than a transaction', async () => {
  const pooler = await startPooler(process.env['TEST_DATABASE_URL'] ?? '');
  onTestFinished(pooler.stop);
  const url = await createDatabase();
  const portico = (await startOnServer(pooler.through(url), { DATABASE_DIRECT_URL: url })).in(V1);
  const before = await countOrders(url);
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => portico.post('/orders?expand=items', order, keyed(key))),
      );
      const done = answers.filter(({ status }) => status === 201);
      expect(new Set(done.map(({ body }) => body)).size).toBe(1);
      expect(done.filter((each) => !isReplayed(each))).toHaveLength(1);
      for (const each of answers) if (each.status !== 201) expectError(each, 409);
    }),
  );
  expect(await countOrders(url)).toBe(before + 6);
  const locks = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  expect(await query(url, locks)).toEqual([]);
});

test('expired keys are deleted, and slots of totals merged, at the start of a process', async () => {
  const url = await createDatabase();
  const first = await startOnServer(url);
  expect((await first.in(V1).post('/orders', order, keyed(randomUUID()))).status).toBe(201);
  await query(url, `UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`);
  await query(url, `INSERT INTO list_totals (list, slot, rows) VALUES ('users', -7, 1), ('users', -8, -1)`);
  await startOnServer(url);
  const left = () =>
    query(url, 'SELECT id::text FROM idempotency_keys UNION ALL SELECT slot::text FROM list_totals WHERE slot = -7');
  await expect.poll(left).toEqual([]);
});
