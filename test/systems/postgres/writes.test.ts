// A flood of writes over a pool of ten connections, while a lock keeps those that run from ending: what runs, what waits and what is
// refused.
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import type { HttpResponse } from '../../promises/support/sendRequest.ts';
import { ALL_SCOPES, signToken } from '../../promises/support/signToken.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { lockTables, requestLock } from './support/lockTables.ts';
import { importing, startOnServer } from './support/startOnServer.ts';

type Answer = Pick<HttpResponse, 'status' | 'headers' | 'body'>;

/** Eight writes run, so that reads have two connections; of the 40 that may wait one caller has half. */
const RUNNING = 8;
const ADMITTED = RUNNING + 20;
const SENT = 50;

const ORDER = { items: [{ productId: 1, quantity: 1 }] };

/** What waits is refused after five seconds, however long the test takes: a clock that stands still. */
const STOPPED_CLOCK = importing('const now = Date.now(); Date.now = () => now;');

/** Starts Portico over a database of its own. */
async function setUp() {
  const url = await createDatabase();
  // The lock is held for as long as the test takes.
  const databaseUrl = `${url}?options=${encodeURIComponent('-c statement_timeout=60s')}`;
  const portico = await startOnServer(databaseUrl, STOPPED_CLOCK);
  const callerOf = async (sub: string) => {
    const headers = { authorization: `Bearer ${await signToken({ sub, scope: ALL_SCOPES })}` };
    return {
      read: (path: string) => portico.in(V1).get(path, { scope: null, headers }),
      post: (path: string, body: object, own: Record<string, string> = {}): Promise<Answer> =>
        portico.in(V1).post(path, body, { scope: null, headers: { ...headers, ...own } }),
      graphql: (text: string) => postGraphql(portico.url, headers, text),
    };
  };
  const count = async (table: string) => {
    const [row] = (await query(url, `SELECT count(*)::int FROM ${table}`)) as [{ count: number }];
    return row.count;
  };
  return { url, count, greedy: await callerOf('greedy'), other: await callerOf('other') };
}

type Caller = Awaited<ReturnType<typeof setUp>>['greedy'];

async function postGraphql(url: URL, headers: Record<string, string>, text: string): Promise<Answer> {
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: text }),
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

/** Locks tables until the test has ended. */
async function lock(url: string, tables: string) {
  const locked = await lockTables(url, tables);
  onTestFinished(() => locked.release().then(() => {}));
  return locked;
}

/** Sends requests at once; `answered` has the responses that have arrived. */
function flood(length: number, send: () => Promise<Answer>) {
  const answered: Answer[] = [];
  const all = Array.from({ length }, async () => {
    const answer = await send();
    answered.push(answer);
    return answer;
  });
  return { answered, all: Promise.all(all) };
}

const MESSAGE = 'The service is overloaded; try again shortly.';
const REST_BODY = { error: MESSAGE };
const GRAPHQL_BODY = { errors: [{ message: MESSAGE, extensions: { code: 'UNAVAILABLE' } }] };

test.each<[name: string, refusal: { body: object; keys: number }, send: (caller: Caller) => Promise<Answer>]>([
  ['orders', { body: REST_BODY, keys: 0 }, ({ post }) => post('/orders', ORDER)],
  [
    'orders with new Idempotency-Keys',
    { body: REST_BODY, keys: ADMITTED },
    ({ post }) => post('/orders', ORDER, { 'idempotency-key': randomUUID() }),
  ],
  [
    'mutations at /graphql',
    { body: GRAPHQL_BODY, keys: 0 },
    ({ graphql }) => graphql('mutation { createOrder(input: { items: [{ productId: 1, quantity: 1 }] }) { id } }'),
  ],
])(
  'of %s one caller has eight running and twenty waiting, and the others their turn',
  async (_, { body, keys }, send) => {
    const { url, count, greedy, other } = await setUp();
    const before = await count('orders');
    let locked = await lock(url, 'orders');
    const { answered, all } = flood(SENT, () => send(greedy));
    await expect.poll(() => answered.length).toBe(SENT - ADMITTED);
    for (const refused of answered) {
      const { status, headers } = refused;
      expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 503, retryAfter: '1' });
      expect(JSON.parse(refused.body)).toEqual(body);
    }
    await expect.poll(locked.waiting).toHaveLength(RUNNING);

    // Reads have connections, and there is room for the write of another caller.
    expect((await other.read('/users/1')).status).toBe(200);
    const written = other.post('/orders', ORDER);
    expect((await other.read('/users/2')).status).toBe(200);
    // Eight at a time: the next lock waits for those that run, and what follows them waits for it.
    for (let rounds = 0; rounds < 3; rounds++) {
      const next = await requestLock(url, 'orders');
      await expect.poll(locked.waiting).toHaveLength(RUNNING + 1);
      await locked.release();
      await next.granted;
      locked = next;
      if (rounds < 2) await expect.poll(locked.waiting).toHaveLength(RUNNING);
    }
    // The other has had its turn, though five of those that came before it still wait.
    expect((await written).status).toBe(201);
    await expect.poll(() => answered.length).toBe(SENT - ADMITTED + 3 * RUNNING - 1);
    await locked.release();
    const admitted = (await all).filter((answer) => answer.status !== 503);
    expect(admitted).toHaveLength(ADMITTED);
    expect(await count('orders')).toBe(before + ADMITTED + 1);
    expect(await count('idempotency_keys')).toBe(keys);
  },
);

test('users that sixty clients of one caller create at once share statements, so that none is refused', async () => {
  const { url, count, greedy, other } = await setUp();
  const before = await count('users');
  const locked = await lock(url, 'users');
  const { all } = flood(60, () => greedy.post('/users', { name: 'Ada Lovelace' }));
  await expect.poll(async () => (await locked.waiting()).length).toBeGreaterThan(0);
  expect((await other.read('/products/1')).status).toBe(200);
  expect((await locked.waiting()).length).toBeLessThanOrEqual(RUNNING);
  await locked.release();
  expect((await all).map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 201));
  expect(await count('users')).toBe(before + 60);
});

test('statements that write leave connections to reads, whoever sends them', async () => {
  const { url, greedy, other } = await setUp();
  const locked = await lock(url, 'users');
  const created: Promise<Answer>[] = [];
  // One after another, so that each is a statement of its own.
  for (let sent = 1; sent <= 2 * RUNNING; sent++) {
    created.push(greedy.post('/users', { name: 'Ada' }));
    const running = Math.min(sent, RUNNING);
    await expect.poll(locked.waiting).toHaveLength(running);
  }
  expect((await other.read('/products/1')).status).toBe(200);
  await locked.release();
  for (const { status } of await Promise.all(created)) expect(status).toBe(201);
});
