// Idempotency-Key where its records and the data are one database: a failure is rolled back and not stored, and a running request
// is known to run. A façade, whose store knows neither, has `test/systems/redis/facade.test.ts` instead.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import { expectError, idOf, listOf } from '../support/expectations.ts';
import type { HttpResponse } from '../support/sendRequest.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());
const v1 = portico.in(V1);

const newEmail = () => `key-${randomUUID()}@example.com`;
/** A name that no other user has. */
const newName = () => `K${randomUUID().replaceAll('-', '')}`;
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const product = listOf(await v1.get('/products?limit=1')).data[0]!['id'];

function expectReplay(first: HttpResponse, again: HttpResponse): void {
  expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([first.status, first.body, 'true']);
}

test('a failure that was rolled back is not stored, so the same request succeeds later', async () => {
  const key = randomUUID();
  const email = newEmail();
  const name = newName();
  const holder = idOf(await v1.post('/users', { name: newName(), email }));
  for (let round = 0; round < 2; round++) {
    const refused = await v1.post('/users', { name, email }, keyed(key));
    expectError(refused, 409, 'email');
    expect(refused.headers['idempotency-replayed']).toBeUndefined();
  }
  await v1.request('DELETE', `/users/${holder}`);
  const first = await v1.post('/users', { name, email }, keyed(key));
  expect(first.status).toBe(201);
  expectReplay(first, await v1.post('/users', { name, email }, keyed(key)));
});

test('of a user who does not exist nothing is stored, so the key is good for one who does', async () => {
  const key = randomUUID();
  const body = { name: newName() };
  expectError(await v1.request('PATCH', '/users/9007199254740991', { body, ...keyed(key) }), 404);
  const id = idOf(await v1.post('/users', { name: newName() }));
  const first = await v1.request('PATCH', `/users/${id}`, { body, ...keyed(key) });
  expect(first.status).toBe(200);
  expectReplay(first, await v1.request('PATCH', `/users/${id}`, { body, ...keyed(key) }));
});

test('an unknown product is not stored, so the key is good for an order', async () => {
  const key = randomUUID();
  expectError(await v1.post('/orders', { items: [{ productId: 999_999, quantity: 1 }] }, keyed(key)), 400, 'productId');
  const body = { items: [{ productId: product, quantity: 1 }] };
  const first = await v1.post('/orders', body, keyed(key));
  expect(first.status).toBe(201);
  expectReplay(first, await v1.post('/orders', body, keyed(key)));
});

test('of many requests at once with one key, one executes', async () => {
  const key = randomUUID();
  const name = newName();
  const answers = await Promise.all(Array.from({ length: 20 }, () => v1.post('/users', { name }, keyed(key))));
  const executed = answers.filter(({ status, headers }) => status === 201 && !headers['idempotency-replayed']);
  expect(executed).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === 201) {
      expect(answer.body).toBe(executed[0]!.body);
    } else {
      expectError(answer, 409, 'Idempotency-Key');
      expect(answer.headers['retry-after']).toBe('1');
    }
  }
  expect(listOf(await v1.get(`/users?search=${name}`)).data.length).toBe(1);
});
