// With access to the database: an order keeps the prices at which it was placed.
import { afterAll, expect, test } from 'vitest';
import { expectError, idOf, listOf } from '../../promises/support/expectations.ts';
import { openForSpec } from '../support/openForSpec.ts';

const { portico, database } = await openForSpec();
afterAll(() => portico.close());

async function newProduct(price: number, currency = 'EUR'): Promise<number> {
  const { id } = await database.run({}, (client) =>
    client.product.create({ data: { name: 'Priced', description: '', price, currency } }),
  );
  return Number(id);
}

async function pricesOf(order: number): Promise<unknown> {
  const { items } = (await portico.get(`/v1/orders/${order}?expand=items`)).json as { items: { unitPrice: number }[] };
  return items.map(({ unitPrice }) => unitPrice);
}

test('a price that changes later changes no order', async () => {
  const product = await newProduct(1999);
  const items = [{ productId: product, quantity: 2 }];
  const first = idOf(await portico.post('/v1/orders', { items }));
  await database.run({}, (client) => client.product.update({ where: { id: product }, data: { price: 2499 } }));
  const second = idOf(await portico.post('/v1/orders', { items }));
  expect([await pricesOf(first), await pricesOf(second)]).toEqual([[1999], [2499]]);

  const totals = async (id: number) => {
    const query = `{ order(id: ${id}) { id total currency } }`;
    return ((await portico.post('/graphql', { query })).json as { data: { order: unknown } }).data.order;
  };
  expect(await totals(first)).toEqual({ id: first, total: 3998, currency: 'EUR' });
  expect(await totals(second)).toEqual({ id: second, total: 4998, currency: 'EUR' });
});

test('products of two currencies cannot be ordered together', async () => {
  const [euro, dollar] = [await newProduct(100), await newProduct(100, 'USD')];
  const items = [euro, dollar].map((productId) => ({ productId, quantity: 1 }));
  const before = listOf(await portico.get('/v1/orders')).pagination['total'];
  expectError(await portico.post('/v1/orders', { items }), 400, /currenc/i);
  expect(listOf(await portico.get('/v1/orders')).pagination['total']).toBe(before);
});

test('an order whose total exceeds the safe integers is refused', async () => {
  const product = await newProduct(Number.MAX_SAFE_INTEGER);
  const items = [{ productId: product, quantity: 1000 }];
  expectError(await portico.post('/v1/orders', { items }), 400);
});
