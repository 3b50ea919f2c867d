// The stored responses of requests with an Idempotency-Key, and the statements of requests with and without one.
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { V1, V2 } from '../../cases/schemes.ts';
import { expectError, idOf } from '../../promises/support/expectations.ts';
import { openForSpec } from '../support/openForSpec.ts';

const { portico, database, statementsOf } = await openForSpec();
afterAll(() => portico.close());
const v1 = portico.in(V1);

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const post = (name: string, key: string) => v1.post('/users', { name }, keyed(key));
/** Changes when all responses were stored. */
const age = (by: string) =>
  database.run({}, (client) => client.$executeRaw`UPDATE idempotency_keys SET created_at = now() - ${by}::interval`);

test('a stored response expires after 24 hours, and the key is then good for another request', async () => {
  const key = randomUUID();
  const first = await post('First', key);
  await age('23 hours 59 minutes');
  expect((await post('First', key)).body).toBe(first.body);
  expect((await post('Second', key)).status).toBe(422);
  await age('24 hours');
  const second = await post('Second', key);
  expect(second).toMatchObject({ status: 201, json: { name: 'Second' } });
  expect(second.headers['idempotency-replayed']).toBeUndefined();
  const again = await post('Second', key);
  expect([again.body, again.headers['idempotency-replayed']]).toEqual([second.body, 'true']);
});

test('a response that version 0.2 has stored is replayed until it expires', async () => {
  const key = randomUUID();
  const body = { lastName: 'Lovelace', firstName: 'Ada' };
  const v2 = portico.in(V2);
  const first = await v2.post('/users', body, keyed(key));
  const parts = [2, 'POST', '/users', [], '', [], body];
  const earlier = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  const updated = await database.run(
    {},
    (client) =>
      client.$executeRaw`UPDATE idempotency_keys SET fingerprint = ${earlier} WHERE created_at = (SELECT max(created_at) FROM idempotency_keys)`,
  );
  expect(updated).toBe(1);
  const again = await v2.post('/users', body, keyed(key));
  expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([201, first.body, 'true']);
  expect((await v2.post('/users', { ...body, firstName: 'Augusta' }, keyed(key))).status).toBe(422);
});

const product = idOf(await v1.get('/products/1'));
const order = { items: [{ productId: product, quantity: 1 }] };

const matching = (...patterns: RegExp[]) => patterns.map((pattern) => expect.stringMatching(pattern) as unknown);
const prices = matching(/^SELECT .*"price".* FROM \S*"products"/);
/** The order, its items, and what the database has added to it. */
const placed = matching(/^INSERT INTO \S*"orders"/, /^INSERT INTO \S*"order_items"/, /^SELECT .* FROM \S*"orders"/);
/** The names of the products, of the response. */
const names = matching(/^SELECT .*"name" FROM \S*"products"/);

test('a request without a key has no other statements', async () => {
  expect(await statementsOf(() => v1.post('/orders?expand=items', order))).toEqual([
    ...prices,
    'BEGIN ISOLATION LEVEL READ COMMITTED',
    ...placed,
    'COMMIT',
    ...names,
  ]);
  expect(await statementsOf(() => v1.post('/users', { name: 'Ada' }))).toEqual(matching(/^INSERT INTO \S*"users"/));
});

test('a request with a key runs everything in one transaction, which stores the response last', async () => {
  const key = randomUUID();
  const begin = [
    'BEGIN ISOLATION LEVEL READ COMMITTED',
    ...matching(/pg_try_advisory_xact_lock/, /^SELECT .* FROM \S*"idempotency_keys"/),
  ];
  const send = () => v1.post('/orders?expand=items', order, keyed(key));
  expect(await statementsOf(send)).toEqual([
    ...begin,
    ...matching(/^SAVEPOINT /),
    ...prices,
    ...placed,
    ...matching(/^RELEASE SAVEPOINT /),
    ...names,
    ...matching(/^INSERT INTO \S*"idempotency_keys"/),
    'COMMIT',
  ]);
  expect(await statementsOf(send)).toEqual([...begin, 'COMMIT']);
});

test('a write whose response cannot be read is rolled back, so that its key is free', async () => {
  const { run } = database;
  await run({}, (client) => client.$executeRaw`ALTER TABLE products ALTER COLUMN name DROP NOT NULL`);
  await run({}, (client) => client.$executeRaw`UPDATE products SET name = NULL WHERE id = ${product}::bigint`);
  const countOrders = () => run({}, (client) => client.order.count());
  const before = await countOrders();
  const key = randomUUID();
  expectError(await v1.post('/orders?expand=items', order, keyed(key)), 500);
  expect(await countOrders()).toBe(before);
  await run({}, (client) => client.$executeRaw`UPDATE products SET name = 'Bowl' WHERE id = ${product}::bigint`);
  expect((await v1.post('/orders?expand=items', order, keyed(key))).status).toBe(201);
  expect(await countOrders()).toBe(before + 1);
});
