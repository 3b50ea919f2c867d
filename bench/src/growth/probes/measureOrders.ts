import type { Curve } from '../Curve.ts';
import type { GrowthContext } from '../GrowthContext.ts';
import { measureCurve } from '../measureCurve.ts';
import { fillLargeOrders } from './fillLargeOrders.ts';

/** Orders with many lines, users with many orders, and new orders with many lines. */
export async function* measureOrders({ small, authorization, effort, quick }: GrowthContext): AsyncGenerator<Curve> {
  const { service: server, databaseUrl } = small;
  const headers = { authorization };
  const sizes = { orders: [1e2, 1e3, 1e4, ...(quick ? [] : [1e5])], items: [1, 10, 100] };
  const { byOrders, byItems } = await fillLargeOrders(databaseUrl, sizes);

  const expanded = byItems.map(({ userId, items }) => ({
    size: items,
    server,
    requests: [{ path: `/v1/orders?userId=${userId}&limit=100&cursor=&expand=items,user`, headers }],
  }));
  const title = '100 orders with their items and user';
  yield await measureCurve({ name: 'orders-expanded', title, sizeName: 'items of an order' }, expanded, effort);

  for (const [name, kind, query] of [
    ['user-orders-cursor', 'by cursor', 'cursor='],
    ['user-orders-offset', 'by offset, with the total', 'offset=0'],
    ['user-orders-newest', 'by cursor, sort=-createdAt', 'sort=-createdAt&cursor='],
  ] as const) {
    const subjects = byOrders.map(({ userId, orders }) => ({
      size: orders,
      // Orders of one user are counted.
      ...(name === 'user-orders-offset' && { result: orders }),
      server,
      requests: [{ path: `/v1/orders?userId=${userId}&limit=20&${query}`, headers }],
    }));
    const heading = { name, title: `20 orders of a user ${kind}`, sizeName: 'orders of the user' };
    yield await measureCurve(heading, subjects, effort);
  }

  const nested = byOrders.map(({ userId, orders }) => {
    const body = JSON.stringify({ query: `{ user(id: ${userId}) { orders { nodes { id status } } } }` });
    return { size: orders, server, requests: [{ method: 'POST' as const, path: '/graphql', headers, body }] };
  });
  const heading = {
    name: 'user-orders-nested',
    title: '/graphql: a user with 20 orders',
    sizeName: 'orders of the user',
  };
  yield await measureCurve(heading, nested, effort);

  const placed = [1, 10, 100].map((size) => {
    const items = Array.from({ length: size }, (_, index) => ({ productId: 1 + index * 7, quantity: 1 }));
    const requests = [{ method: 'POST' as const, path: '/v1/orders', headers, body: JSON.stringify({ items }) }];
    return { size, result: size, server, requests };
  });
  const placing = { name: 'order-created', title: 'creating an order', sizeName: 'items of the order' };
  yield await measureCurve(placing, placed, effort);
}
