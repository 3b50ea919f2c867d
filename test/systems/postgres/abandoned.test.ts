// The statements of clients that disconnect, and of requests that exceed the deadline, on a server.
import { expect, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import type { Client } from '../../promises/support/Client.ts';
import { sendAbortable } from '../../promises/support/sendAbortable.ts';
import { expectError } from '../../promises/support/expectations.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { lockTables } from './support/lockTables.ts';
import { SHORT_REQUESTS, startOnServer } from './support/startOnServer.ts';
import { startRelay } from './support/startRelay.ts';

/** A statement timeout that is longer than any of these tests. */
const LONG_TIMEOUT = `options=${encodeURIComponent('-c statement_timeout=60s')}`;

test('a shared read is cancelled only when the last of its clients disconnects', async () => {
  const url = await createDatabase();
  const portico = (await startOnServer(`${url}?${LONG_TIMEOUT}`)).in(V1);
  const lock = await lockTables(url);
  const all = await Promise.all(Array.from({ length: 20 }, () => sendAbortable(portico, 'GET', '/users/1')));
  await expect.poll(async () => (await lock.waiting()).length).toBeGreaterThan(0);
  for (const { abort } of all.slice(1)) abort();
  await Promise.all(all.slice(1).map(({ status }) => status));
  await expect.poll(lock.waiting).toHaveLength(1);
  await lock.release();
  expect(await all[0]!.status).toBe(200);
});

test('a cancelled statement affects no other request', async () => {
  const url = await createDatabase();
  const portico = (await startOnServer(`${url}?connection_limit=2&${LONG_TIMEOUT}`)).in(V1);
  for (let round = 0; round < 10; round++) {
    const lock = await lockTables(url, 'users');
    const { abort, status } = await sendAbortable(portico, 'GET', '/users/1');
    await expect.poll(lock.waiting).toHaveLength(1);
    abort();
    await Promise.all([status, lock.release()]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => portico.get('/products?limit=2')));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  }
});

test('a blocked mutation continues when its client disconnects', async () => {
  const url = await createDatabase();
  const portico = (await startOnServer(`${url}?${LONG_TIMEOUT}`)).in(V1);
  const lock = await lockTables(url);
  const write = await sendAbortable(portico, 'POST', '/users', { name: 'Gone Already' });
  const read = await sendAbortable(portico, 'GET', '/users/1');
  await expect.poll(lock.waiting).toHaveLength(2);
  write.abort();
  await write.status;
  read.abort();
  await expect.poll(lock.waiting).toEqual([expect.stringContaining('INSERT')]);
  await lock.release();
  const found = `SELECT first_name FROM users WHERE last_name = 'Already'`;
  await expect.poll(() => query(url, found)).toEqual([{ first_name: 'Gone' }]);
});

test('of many requests exactly those are cancelled whose clients disconnect', async () => {
  const url = await createDatabase();
  const portico = (await startOnServer(`${url}?${LONG_TIMEOUT}`)).in(V1);
  const lock = await lockTables(url);
  // Each is a statement of its own.
  const paths = [
    '/users/1',
    '/orders/1',
    '/products/1',
    '/users?cursor=',
    '/orders?cursor=&expand=items',
    '/products?cursor=',
    '/forecast?city=London',
  ];
  const all = await Promise.all(paths.map((path) => sendAbortable(portico, 'GET', path)));
  await expect.poll(lock.waiting).toHaveLength(7);
  for (const number of [0, 4, 6]) all[number]!.abort();
  await expect.poll(lock.waiting).toHaveLength(4);
  await lock.release();
  const statuses = await Promise.all(all.map(({ status }) => status));
  expect(statuses).toEqual([undefined, 200, 200, 200, undefined, 200, undefined]);
  for (const path of paths) expect((await portico.get(path)).status).toBe(200);
});

test('a read is cancelled again where a cancel request is lost', async () => {
  const url = await createDatabase();
  const relay = await startRelay(url);
  const portico = (await startOnServer(`${relay.through(url)}?${LONG_TIMEOUT}`)).in(V1);
  const lock = await lockTables(url);
  const { abort } = await sendAbortable(portico, 'GET', '/users/1');
  await expect.poll(lock.waiting).toHaveLength(1);
  relay.loseNextCancel();
  abort();
  await expect.poll(lock.waiting).toEqual([]);
});

const order = { items: [{ productId: 1, quantity: 1 }] };

/** A read, a write and a transaction, over REST and over GraphQL. */
const askBlocked = (portico: Client) => [
  portico.in(V1).get('/users/1'),
  portico.in(V1).post('/users', { name: 'Too Late' }),
  portico.in(V1).post('/orders', order),
  portico.in(V1).post('/orders', order, { headers: { 'idempotency-key': 'late' } }),
  portico.post('/graphql', { query: 'mutation { createUser(input: { name: "Too Late" }) { id } }' }),
  portico.post('/graphql', { query: '{ user(id: 1) { id } }' }),
];

test.each([
  ['is blocked until the deadline', 60_000, SHORT_REQUESTS],
  ['exceeds the statement timeout of the database', 1_000, {}],
])('a request that %s is 504, and has no effect', async (_, timeout, env) => {
  const url = await createDatabase();
  const portico = await startOnServer(`${url}?options=${encodeURIComponent(`-c statement_timeout=${timeout}`)}`, env);
  const rows = 'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM orders) AS orders';
  const before = await query(url, rows);
  const lock = await lockTables(url);
  const answers = askBlocked(portico);
  for (const answer of await Promise.all(answers.slice(0, 4))) expectError(answer, 504);
  for (const answer of await Promise.all(answers.slice(4))) {
    expect(answer.json).toMatchObject({ errors: [{ extensions: { code: 'TIMEOUT' } }] });
  }
  await expect.poll(lock.waiting).toEqual([]);
  await lock.release();
  expect(await query(url, rows)).toEqual(before);
  for (const { status } of await Promise.all(askBlocked(portico))) expect(status).toBeLessThan(300);
});

test('the deadline includes the wait for a connection and for pipelined requests', async () => {
  const url = await createDatabase();
  const portico = await startOnServer(`${url}?connection_limit=1&${LONG_TIMEOUT}`, SHORT_REQUESTS);
  const before = await query(url, 'SELECT FROM users');
  const lock = await lockTables(url);
  const authorization = `Authorization: Bearer ${await portico.token('users:read users:write')}\r\n`;
  const body = '{"name":"Too Late"}';
  const first = `GET /v1/users/1 HTTP/1.1\r\nHost: a\r\n${authorization}\r\n`;
  const second = `POST /v1/users HTTP/1.1\r\nHost: a\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
  const pipelined = portico.raw(first + second);
  await expect.poll(lock.waiting).toHaveLength(1);
  const queued = portico.in(V1).post('/users', { name: 'Too Late' });
  expect((await pipelined).map(({ status }) => status)).toEqual([504, 504]);
  expectError(await queued, 504);
  await lock.release();
  expect((await portico.in(V1).get('/users/1')).status).toBe(200);
  expect(await query(url, 'SELECT FROM users')).toHaveLength(before.length);
});
