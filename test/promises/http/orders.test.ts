// The order resource, sections 2 to 4.1 of the interface.
import { afterAll, describe, expect, test } from 'vitest';
import { NO_IDENTIFIERS, NOBODY } from '../../cases/identifiers.ts';
import { refusedOrders } from '../../cases/orderBodies.ts';
import { V1, V2 } from '../../cases/schemes.ts';
import { REFUSED_BODIES } from '../../cases/userBodies.ts';
import { anInteger, expectResponse, expectError, idOf, listOf } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());
const products = listOf(await portico.get('/products?limit=3')).data.map(({ id }) => id as number);
const [product] = products as [number];
const order = { items: [{ productId: product, quantity: 2 }] };

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);
  const { contentType } = scheme;

  test('POST /orders answers 201 with id and the status pending, and the path of the order in Location', async () => {
    const answer = await client.post('/orders', order);
    expectResponse(answer, 201, contentType, { id: anInteger, status: 'pending' });
    expect(answer.headers.location).toBe(client.path(`/orders/${idOf(answer)}`));
  });

  test('GET /orders/{id} answers 200 with the order', async () => {
    const id = idOf(await client.post('/orders', order));
    expectResponse(await client.get(`/orders/${id}`), 200, contentType, { id, status: 'pending' });
  });

  test('GET /orders answers 200 with a list of orders', async () => {
    const shape = { id: anInteger, status: expect.stringMatching(/^(pending|paid|shipped|delivered|cancelled)$/) };
    const answer = await client.get('/orders?limit=3');
    expectResponse(answer, 200, contentType, { data: [shape, shape, shape], pagination: expect.any(Object) });
  });

  test('an order may have a user, or say with null that it has none', async () => {
    const user = idOf(await portico.in(V1).post('/users', { name: 'Ada Lovelace' }));
    expect((await client.post('/orders', { ...order, userId: user })).status).toBe(201);
    expect((await client.post('/orders', { ...order, userId: null })).status).toBe(201);
  });

  test.each([
    ['one of a product', 1, 1],
    ['1000 of a product', 1, 1000],
    ['100 lines', 100, 1],
    ['100 lines of 1000', 100, 1000],
  ])('takes an order of %s', async (_, lines, quantity) => {
    const items = Array.from({ length: lines }, (__, line) => ({ productId: products[line % 3], quantity }));
    expect((await client.post('/orders', { items })).status).toBe(201);
  });

  test.each([...REFUSED_BODIES, ...refusedOrders(product)])('POST /orders refuses $name with 400', async (refused) => {
    const headers = { 'content-type': 'application/json' };
    expectError(await client.post('/orders', refused.body, { headers }), 400, ...refused.names);
  });

  test.each(NOBODY)('an order %s that does not exist is 404', async (id) => {
    expectError(await client.get(`/orders/${id}`), 404);
  });

  test.each(NO_IDENTIFIERS)('%s in the place of an id is 400', async (id) => {
    expectError(await client.get(`/orders/${id}`), 400, 'id');
  });
});
