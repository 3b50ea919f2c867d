// What a store does where an order meets a conflict with another transaction, in a transaction of its request too.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Scope } from '../../../../src/service/database/Database.ts';
import { OrderStore } from '../../../../src/service/domain/orders/OrderStore.ts';
import { type Graph, openGraph } from '../support/openGraph.ts';

let graph: Graph;
let store: OrderStore;
let productId: number;

beforeAll(async () => {
  graph = await openGraph();
  store = new OrderStore(graph.database);
  const client = await graph.client();
  // The product of the first attempt is deleted while that runs. A sequence is not rolled back.
  await client.$executeRaw`CREATE SEQUENCE attempts`;
  await client.$executeRaw`CREATE FUNCTION delete_product() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN IF nextval(''attempts'') = 1 THEN DELETE FROM products WHERE name = ''Fleeting''; END IF; RETURN NEW; END'`;
  await client.$executeRaw`CREATE TRIGGER fleeting BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION delete_product()`;
  const data = { name: 'Fleeting', description: '', price: 5, currency: 'EUR' };
  productId = Number((await client.product.create({ data })).id);
});
beforeEach(async () => void (await (await graph.client()).$queryRaw`SELECT setval('attempts', 1, false)::text`));
afterAll(() => graph.close());

describe('an order whose product is deleted while it is placed', () => {
  const place = (scope: Scope) => store.place({ userId: 1, items: [{ productId, quantity: 2 }] }, scope);
  const attempts = async () =>
    Number(
      (
        await (
          await graph.client()
        ).$queryRaw<[{ last_value: bigint }]>`
    SELECT last_value FROM attempts`
      )[0].last_value,
    );

  test('is placed again', async () => {
    expect(await place({})).toMatchObject({ total: 10, items: [{ productId, quantity: 2, unitPrice: 5 }] });
    expect(await attempts()).toBe(2);
  });

  test('is placed again within a transaction, which goes on', async () => {
    const order = await graph.database.transaction(Date.now() + 60_000, async (scope) => {
      await store.place({ items: [{ productId: 1, quantity: 1 }] }, scope);
      await scope.transaction!.$queryRaw`SELECT setval('attempts', 1, false)::text`;
      const placed = await place(scope);
      expect(await store.readMany([placed.id], store.columnSets.all, scope)).toMatchObject([{ total: 10 }]);
      return placed;
    });
    expect(await attempts()).toBe(2);
    expect(await store.readItems([order.id], {})).toEqual([[{ productId, quantity: 2, unitPrice: 5 }]]);
  });
});

test.each([1, 63, 64, 200])('the items of %d orders are in the order of their lines', async (count) => {
  const client = await graph.client();
  const ids = (await client.order.findMany({ take: count, orderBy: { id: 'asc' } })).map(({ id }) => Number(id));
  const rows = await client.orderItem.findMany({ where: { orderId: { in: ids } }, orderBy: { position: 'asc' } });
  const items = ids.map((id) =>
    rows
      .filter(({ orderId }) => Number(orderId) === id)
      .map((item) => ({
        productId: Number(item.productId),
        quantity: item.quantity,
        unitPrice: Number(item.unitPrice),
      })),
  );
  expect(await store.readItems([...ids, 0], {})).toEqual([...items, []]);
});
