// The orders and filters of lists over GraphQL, and that their reads are shared but never mixed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Graph, openGraph } from './support/openGraph.ts';

let graph: Graph;
/** Three users with four orders each, whose creation times are in another order than their ids. */
let users: number[];
const orders = new Map<number, { id: number; status: string; createdAt: Date }[]>();

beforeAll(async () => {
  graph = await openGraph();
  const client = await graph.client();
  users = [];
  for (const firstName of ['A', 'B', 'C']) {
    const user = await client.user.create({ data: { firstName, lastName: 'Lister' } });
    users.push(Number(user.id));
    const placed = [];
    for (const [day, status] of [
      [3, 'PAID'],
      [1, 'SHIPPED'],
      [3, 'SHIPPED'],
      [2, 'PAID'],
    ] as const) {
      const createdAt = new Date(Date.UTC(2030, 0, day));
      const data = { userId: user.id, status, createdAt, total: 1n, currency: 'EUR' };
      const { id } = await client.order.create({ data });
      placed.push({ id: Number(id), status, createdAt });
    }
    orders.set(Number(user.id), placed);
  }
});
afterAll(() => graph.close());

const ORDERS_BY = ['ID_ASC', 'ID_DESC', 'CREATED_AT_ASC', 'CREATED_AT_DESC'];

function expectedIds(userId: number, orderBy: string, status?: string): number[] {
  const sign = orderBy.endsWith('DESC') ? -1 : 1;
  const time = (at: Date) => (orderBy.startsWith('CREATED') ? at.getTime() : 0);
  return orders
    .get(userId)!
    .filter((order) => status === undefined || order.status === status)
    .toSorted((a, b) => sign * (time(a.createdAt) - time(b.createdAt) || a.id - b.id))
    .map(({ id }) => id);
}

interface Page {
  totalCount: number;
  nodes: { id: number }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}
const PAGE = 'totalCount nodes { id } pageInfo { hasNextPage endCursor }';

describe.each([
  ['orders', (id: number, args: string) => `{ orders(userId: ${id}, ${args}) { ${PAGE} } }`],
  ['the orders of a user', (id: number, args: string) => `{ user(id: ${id}) { orders(${args}) { ${PAGE} } } }`],
])('%s', (_, query) => {
  const read = async (id: number, args: string) => {
    const data = await graph.read<{ orders?: Page; user?: { orders: Page } }>(query(id, args));
    return data.orders ?? data.user!.orders;
  };

  test.each<[string, string?]>(
    ORDERS_BY.flatMap((orderBy) => [[orderBy], [orderBy, 'SHIPPED'], [orderBy, 'CANCELLED']]),
  )('can be in the order %s, of the status %s, in every style of paging', async (orderBy, status?: string) => {
    const [id] = users as [number];
    const expected = expectedIds(id, orderBy, status);
    const args = `orderBy: ${orderBy}, ${status === undefined ? '' : `status: ${status},`}`;
    const walked: number[] = [];
    let after = '';
    for (;;) {
      const { nodes, totalCount, pageInfo } = await read(id, `${args} first: 1 ${after}`);
      expect(totalCount).toBe(expected.length);
      walked.push(...nodes.map((order) => order.id));
      if (!pageInfo.hasNextPage) break;
      after = `after: "${pageInfo.endCursor}"`;
    }
    expect(walked).toEqual(expected);
    const { nodes } = await read(id, `${args} offset: 1`);
    expect(nodes.map((order) => order.id)).toEqual(expected.slice(1));
  });

  test('refuse a cursor of another order, status or user', async () => {
    const [one, other] = users as [number, number];
    const { endCursor } = (await read(one, 'first: 1, orderBy: CREATED_AT_DESC')).pageInfo;
    for (const [id, args] of [
      [one, ''],
      [one, 'orderBy: CREATED_AT_ASC'],
      [one, 'orderBy: CREATED_AT_DESC, status: PAID'],
      [other, 'orderBy: CREATED_AT_DESC'],
    ] as const) {
      const { errors } = await graph.run(query(id, `after: "${endCursor}", ${args}`));
      expect(errors).toMatchObject([
        { code: 'BAD_USER_INPUT', problems: [{ field: 'after', message: 'must be a cursor of this list' }] },
      ]);
    }
  });
});

test('pages of several users, orders and statuses are read at once and are not mixed', async () => {
  const fields = ORDERS_BY.flatMap((orderBy) => [
    `all_${orderBy}: orders(orderBy: ${orderBy}) { totalCount nodes { id } }`,
    `paid_${orderBy}: orders(orderBy: ${orderBy}, status: PAID, first: 1) { totalCount nodes { id } }`,
  ]);
  const query = `{ ${users.map((id) => `u${id}: user(id: ${id}) { ${fields.join(' ')} }`).join(' ')} }`;
  let data: Record<string, Record<string, { totalCount: number; nodes: { id: number }[] }>> = {};
  const statements = await graph.statementsOf(async () => {
    data = await graph.read(query);
  });
  for (const id of users) {
    for (const orderBy of ORDERS_BY) {
      const all = expectedIds(id, orderBy).map((order) => ({ id: order }));
      const paid = expectedIds(id, orderBy, 'PAID').map((order) => ({ id: order }));
      expect(data[`u${id}`]![`all_${orderBy}`]).toEqual({ totalCount: 4, nodes: all });
      expect(data[`u${id}`]![`paid_${orderBy}`]).toEqual({ totalCount: 2, nodes: paid.slice(0, 1) });
    }
  }
  // The users; a page for each order; the counts.
  expect(statements).toHaveLength(1 + ORDERS_BY.length + 1);
});

test('simultaneous searches with different texts are not mixed, and are not prepared', async () => {
  const search = (text: string) =>
    graph.read<{ users: Page }>(`query ($text: String) { users(search: $text) { ${PAGE} } }`, { text });
  const texts = ['a lister', 'B LISTER', 'lister', 'nobody at all'];
  const found = await Promise.all(texts.map(search));
  const [a, b, c] = users;
  expect(found.map(({ users: { nodes } }) => nodes.map(({ id }) => id))).toEqual([[a], [b], [a, b, c], []]);
  expect(found.map(({ users: { totalCount } }) => totalCount)).toEqual([1, 1, 3, 0]);
  const prepared = await graph.database.run(
    {},
    (client) =>
      client.$queryRaw`SELECT statement FROM pg_prepared_statements WHERE position('I' || 'LIKE' IN statement) > 0`,
  );
  expect(prepared).toEqual([]);
});

test.each(['users', 'products'])('%s refuse a search that is too short, too long or no text', async (list) => {
  for (const [text, message] of [
    ['ab', 'must have at least 3 characters'],
    ['x'.repeat(101), 'must have at most 100 characters'],
    ['abc\0', 'must not contain U+0000 or a lone surrogate'],
  ]) {
    const { errors } = await graph.run(`query ($text: String) { ${list}(search: $text) { totalCount } }`, { text });
    expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', problems: [{ field: 'search', message }] }]);
  }
});

test('null is no filter and no order', async () => {
  const all = await graph.read('{ orders { totalCount nodes { id } } users { totalCount } }');
  const query =
    '{ orders(status: null, userId: null, orderBy: null) { totalCount nodes { id } } users(search: null) { totalCount } }';
  expect(await graph.read(query)).toEqual(all);
});

test('products have a creation time', async () => {
  const { products } = await graph.read<{ products: { nodes: { createdAt: string }[] } }>(
    '{ products(orderBy: CREATED_AT_DESC, first: 2) { nodes { createdAt } } }',
  );
  const [newest, next] = products.nodes.map(({ createdAt }) => Date.parse(createdAt)) as [number, number];
  expect(newest).toBeGreaterThan(next);
});
