// Everything under BASE_PATH, and nothing beside it. The whole of promises/http holds there too: run it with SPEC_BASE_PATH.
import { afterAll, describe, expect, test } from 'vitest';
import { V1, V2, userInput } from '../../cases/schemes.ts';
import { Client } from '../support/Client.ts';
import { expectError, idOf, links, listOf, someText } from '../support/expectations.ts';
import { startAlone } from '../support/startForSpec.ts';

const BASE = '/shop/api';
const portico = await startAlone({ BASE_PATH: BASE });
afterAll(() => portico.close());
const root = new Client(portico.url, '');

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);

  test('Location carries the base path', async () => {
    const user = await client.post('/users', userInput(scheme.version, 'Ada', 'Lovelace'));
    expect(user.headers.location).toBe(`${BASE}${scheme.prefix}/users/${idOf(user)}`);
    const product = listOf(await client.get('/products?limit=1')).data[0]!['id'];
    const order = await client.post('/orders', { items: [{ productId: product, quantity: 1 }] });
    expect(order.headers.location).toBe(`${BASE}${scheme.prefix}/orders/${idOf(order)}`);
    expect((await root.get(order.headers.location!, { headers: scheme.headers })).json).toEqual(order.json);
  });

  test.each(['/products', '/products?offset=40', '/products?page=3', '/products?cursor='])(
    'every Link of %s carries the base path and leads somewhere',
    async (path) => {
      const found = Object.values(links(await client.get(path)));
      expect(found.length).toBeGreaterThan(1);
      for (const target of found) {
        expect(target).toMatch(new RegExp(`^${BASE}${scheme.prefix}/products\\?`));
        expect((await root.get(target, { headers: scheme.headers })).status).toBe(200);
      }
    },
  );
});

test('health and GraphQL are mounted there as well', async () => {
  expect((await portico.get('/health/live', { scope: null })).status).toBe(200);
  expect((await portico.get('/health/ready', { scope: null })).status).toBe(200);
  expect((await portico.post('/graphql', { query: '{ __typename }' })).json).toEqual({ data: { __typename: 'Query' } });
});

test.each([
  '/',
  '/users',
  '/v1/users',
  '/health/live',
  '/graphql',
  '/shop/v1/users',
  '/shop/apiv1/users',
  '/shop/api2/v1/users',
  '/SHOP/API/v1/users',
  '/shop/api/shop/api/v1/users',
])('%s leads nowhere', async (path) => {
  const answer = await root.get(path);
  expect({ status: answer.status, body: answer.json }).toEqual({ status: 404, body: { error: someText } });
});

test.each(['/shop/api', '/shop/api/'])('%s leads to the documentation', async (path) => {
  const answer = await root.get(path, { scope: null });
  expect([answer.status, answer.headers.location, answer.body]).toEqual([302, `${BASE}/docs`, '']);
});

test('errors are the same there', async () => {
  expectError(await portico.in(V1).get('/users/x'), 400, 'id');
  expectError(await portico.in(V2).get('/users', { scope: null }), 401);
});
