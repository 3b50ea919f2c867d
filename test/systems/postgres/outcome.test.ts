// Broken connections to the database over HTTP: a response that invites a retry means that nothing has happened.
import { expect, onTestFinished, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import { expectError, expectInDoubt } from '../../promises/support/expectations.ts';
import type { Client } from '../../promises/support/Client.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { startOnServer } from './support/startOnServer.ts';
import { type Relay, startRelay } from './support/startRelay.ts';

async function start(): Promise<{ url: string; relay: Relay; portico: Client }> {
  const url = await createDatabase();
  const relay = await startRelay(url);
  onTestFinished(relay.cut);
  return { url, relay, portico: await startOnServer(relay.through(url)) };
}

const order = { items: [{ productId: 1, quantity: 1 }] };

test.each([
  ['users', 'INSERT INTO "public"."users"', { name: 'Once Only' }],
  // An order and its lines are one transaction.
  ['orders', 'COMMIT\0', order],
])(
  'a write to /%s whose response is lost is OUTCOME_UNKNOWN, without Retry-After, and is stored',
  async (path, sql, body) => {
    const { url, relay, portico } = await start();
    const before = await query(url, `SELECT id FROM ${path}`);
    relay.cutResponsesTo(sql);
    const accept = { headers: { accept: 'application/problem+json' } };
    const answer = await portico.in(V1).post(`/${path}`, body, accept);
    expect(answer.json).toMatchObject({ status: 500, code: 'OUTCOME_UNKNOWN' });
    expect(answer.headers['retry-after']).toBeUndefined();
    expect(await query(url, `SELECT id FROM ${path}`)).toHaveLength(before.length + 1);

    relay.cutResponsesTo(undefined);
    expect((await portico.in(V1).post(`/${path}`, body)).status).toBe(201);
  },
);

test.each([
  ['users', {}],
  ['orders', {}],
  ['users', { 'idempotency-key': 'refused' }],
])('a write to /%s that the server refuses at COMMIT is 500, and has no effect: %o', async (table, headers) => {
  const url = await createDatabase();
  const portico = (await startOnServer(`${url}?connection_limit=1`)).in(V1);
  await query(
    url,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused' USING ERRCODE = 'check_violation'; END $$;
     CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON ${table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`,
  );
  const rows = `SELECT count(*)::int FROM ${table}`;
  const before = await query(url, rows);
  const write = () => portico.post(`/${table}`, table === 'users' ? { name: 'Ada' } : order, { headers });
  for (let round = 0; round < 3; round++) {
    expect(await write()).toMatchObject({ status: 500, json: { error: 'Internal server error; it has been logged.' } });
  }
  expect(await query(url, rows)).toEqual(before);
  await query(url, `DROP TRIGGER refuse ON ${table}`);
  expect((await write()).status).toBe(201);
});

test('every other write whose response is lost is OUTCOME_UNKNOWN as well', async () => {
  const { relay, portico } = await start();
  const { id } = (await portico.in(V1).post('/users', { name: 'Ada' })).json as { id: number };
  relay.cutResponsesTo('UPDATE "public"."users"');
  expectInDoubt(await portico.in(V1).request('PUT', `/users/${id}`, { body: { name: 'Bob' } }));
  expectInDoubt(await portico.in(V1).request('PATCH', `/users/${id}`, { body: { email: 'ada@example.com' } }));
  relay.cutResponsesTo('DELETE FROM "public"."users"');
  expectInDoubt(await portico.in(V1).request('DELETE', `/users/${id}`));
  relay.cutResponsesTo(undefined);
  expectError(await portico.in(V1).get(`/users/${id}`), 404);
});

test('a write over /graphql whose response is lost is OUTCOME_UNKNOWN', async () => {
  const { relay, portico } = await start();
  relay.cutResponsesTo('INSERT INTO "public"."users"');
  const answer = await portico.post('/graphql', { query: 'mutation { createUser(input: { name: "Once" }) { id } }' });
  expect(answer.json).toMatchObject({ data: null, errors: [{ extensions: { code: 'OUTCOME_UNKNOWN' } }] });
  expect(answer.headers['retry-after']).toBeUndefined();
});

test('a read whose response is lost is 503 with Retry-After', async () => {
  const { relay, portico } = await start();
  relay.cutResponsesTo('FROM "public"."users" WHERE');
  const answer = await portico.in(V1).get('/users/1');
  expectError(answer, 503);
  expect(answer.headers['retry-after']).toBe('1');
});

test('a write is OUTCOME_UNKNOWN when a read after it fails', async () => {
  const { url, relay, portico } = await start();
  const before = await query(url, 'SELECT id FROM orders');
  relay.cutResponsesTo('"products"."name"');
  expectInDoubt(await portico.in(V1).post('/orders?expand=items', order));
  expect(await query(url, 'SELECT id FROM orders')).toHaveLength(before.length + 1);
});

test('a write that does not reach the server is 503 with Retry-After, and is not stored', async () => {
  const { url, relay, portico } = await start();
  const before = await query(url, 'SELECT id FROM users');
  await relay.cut();
  for (const body of [{ name: 'Never' }, { name: 'Ever' }]) {
    const answer = await portico.in(V1).post('/users', body);
    expectError(answer, 503);
    expect(answer.headers['retry-after']).toBe('1');
  }
  await relay.restore();
  expect(await query(url, 'SELECT id FROM users')).toHaveLength(before.length);
});

test('a connection that the server ends during its startup fails one request, and not the process', async () => {
  const { relay, portico } = await start();
  await portico.in(V1).get('/users/1');
  for (let round = 0; round < 3; round++) {
    await relay.cut();
    await relay.restore();
    relay.failNextStart();
    const answer = await portico.in(V1).post('/users', { name: 'Ada' });
    expectError(answer, 503);
    expect(answer.headers['retry-after']).toBe('1');
    expect((await portico.in(V1).post('/users', { name: 'Ada' })).status).toBe(201);
  }
});
