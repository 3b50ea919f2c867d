// What `?expand=` adds to an order, and where it is refused.
import { afterAll, describe, expect, test } from 'vitest';
import { V1, V2, userShape } from '../../cases/schemes.ts';
import { expectResponse, expectError, idOf, listOf, someText } from '../support/expectations.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const [first, second] = listOf(await portico.get('/products?limit=2')).data as [{ id: number }, { id: number }];
const userId = idOf(await portico.in(V2).post('/users', { firstName: 'Ada', lastName: 'Lovelace' }));
const lines = [
  { productId: second.id, quantity: 3 },
  { productId: first.id, quantity: 1 },
];
const price = expect.toSatisfy((value) => Number.isSafeInteger(value) && value >= 0);
const items = [
  { quantity: 3, unitPrice: price, product: second },
  { quantity: 1, unitPrice: price, product: first },
];

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);
  const { version, contentType } = scheme;
  const user = userShape(version, userId, 'Ada', 'Lovelace');

  test.each([
    ['', {}],
    ['expand=', {}],
    ['expand=items', { items }],
    ['expand=user', { user }],
    ['expand=items,user', { items, user }],
    ['expand=user,items', { items, user }],
    ['expand=items&expand=user', { items, user }],
    ['expand=items,items', { items }],
  ])('?%s adds exactly what it names, to one order, a list and a new order', async (query, expanded) => {
    const created = await client.post(`/orders?${query}`, { items: lines, userId });
    const id = idOf(created);
    const whole = { id, status: 'pending', ...expanded };
    expectResponse(created, 201, contentType, whole);
    expect(created.headers.location).toBe(client.path(`/orders/${id}`));
    expectResponse(await client.get(`/orders/${id}?${query}`), 200, contentType, whole);

    const { pagination } = listOf(await client.get('/orders?limit=1'));
    const offset = (pagination['total'] as number) - 1;
    const last = await client.get(`/orders?limit=1&offset=${offset}${query && `&${query}`}`);
    expect(listOf(last).data).toEqual([whole]);
  });

  test('an order without a user shows null', async () => {
    const id = idOf(await client.post('/orders', { items: lines }));
    const answer = await client.get(`/orders/${id}?expand=user`);
    expectResponse(answer, 200, contentType, { id, status: 'pending', user: null });
  });

  test.each([
    ['/orders?expand=item', ['expand', 'items']],
    ['/orders?expand=Items', ['expand', 'items']],
    ['/orders?expand=items,usr', ['expand', 'user']],
    ['/orders?expand=total', ['expand']],
    ['/orders?expand=items%2Cuser', ['expand']],
    ['/orders?expand=%ff', ['expand']],
    ['/orders?expnad=items', ['expnad', 'expand']],
    ['/orders/1?expand=product', ['expand']],
    ['/users?expand=orders', ['expand']],
    ['/products/1?expand=description', ['expand']],
    ['/forecast?city=London&expand=days', ['expand']],
  ])('refuses %s with 400', async (path, names) => {
    expectError(await client.get(path), 400, ...names);
  });

  test('an unknown value refuses a new order before it is placed', async () => {
    const before = listOf(await client.get('/orders?limit=1')).pagination['total'];
    expectError(await client.post('/orders?expand=item', { items: lines }), 400, 'expand', 'items');
    expect(listOf(await client.get('/orders?limit=1')).pagination['total']).toBe(before);
  });

  test('a long list of repetitions is answered in headers that a client can read, or refused', async () => {
    const answer = await client.get(`/orders?limit=2&offset=2&expand=${'items,'.repeat(2_000)}items`);
    if (answer.status === 200) expect(listOf(answer).data).toHaveLength(2);
    else expectError(answer, 400, 'expand');
  });

  test('every order of a page shows its items and its user', async () => {
    const { data } = listOf(await client.get('/orders?limit=100&expand=items,user'));
    const name = expect.any(String);
    const someone = version === 1 ? { id: price, name } : { id: price, firstName: name, lastName: name };
    for (const order of data) {
      const line = { quantity: price, unitPrice: price, product: { id: price, name: someText } };
      expect(order).toEqual({
        id: price,
        status: someText,
        items: expect.toSatisfy((all: unknown[]) => all.length > 0),
        user: order['user'] === null ? null : someone,
      });
      for (const item of order['items'] as unknown[]) expect(item).toEqual(line);
    }
    expect(data.some(({ user: customer }) => customer !== null)).toBe(true);
  });
});
