import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Graph, openGraph } from '../support/openGraph.ts';

let graph: Graph;
let userId: number;
/** Products by name: two in euros, one in dollars, one so expensive that several exceed the maximum total. */
const products = new Map<string, number>();

beforeAll(async () => {
  graph = await openGraph();
  const client = await graph.client();
  for (const [name, price, currency] of [
    ['Lamp', 1999n, 'EUR'],
    ['Chair', 5000n, 'EUR'],
    ['Map', 900n, 'USD'],
    ['Moon', 10n ** 13n, 'EUR'],
  ] as const) {
    const { id } = await client.product.create({ data: { name, price, currency, description: '' } });
    products.set(name, Number(id));
  }
  userId = Number((await client.user.create({ data: { firstName: 'Ada', lastName: '' } })).id);
});
afterAll(() => graph.close());

const CREATE = /* GraphQL */ `
  mutation ($input: CreateOrderInput!) {
    createOrder(input: $input) {
      id
      status
      total
      currency
      user {
        name
      }
      items {
        quantity
        unitPrice
        product {
          name
        }
      }
    }
  }
`;

const lines = (...items: [product: string | number, quantity: number][]) =>
  items.map(([product, quantity]) => ({
    productId: typeof product === 'string' ? products.get(product)! : product,
    quantity,
  }));

/** The number of rows in both tables. */
async function stored(): Promise<[orders: number, items: number]> {
  const client = await graph.client();
  return [await client.order.count(), await client.orderItem.count()];
}

describe('placing an order', () => {
  test('takes the current prices, in the order of the lines', async () => {
    const input = { userId, items: lines(['Chair', 2], ['Lamp', 1000], ['Chair', 1]) };
    const { createOrder: order } = await graph.read<{ createOrder: { id: number } }>(CREATE, { input });
    expect(order).toEqual({
      id: order.id,
      status: 'PENDING',
      total: 2 * 5000 + 1000 * 1999 + 5000,
      currency: 'EUR',
      user: { name: 'Ada' },
      items: [
        { quantity: 2, unitPrice: 5000, product: { name: 'Chair' } },
        { quantity: 1000, unitPrice: 1999, product: { name: 'Lamp' } },
        { quantity: 1, unitPrice: 5000, product: { name: 'Chair' } },
      ],
    });
  });

  test('reads the products at once, and is one transaction', async () => {
    const place = () =>
      graph.read('mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id status } }', {
        input: { items: lines(['Lamp', 1]) },
      });
    expect(await graph.statementsOf(place)).toEqual([
      expect.stringMatching(/^SELECT .*"products"/),
      expect.stringContaining('BEGIN'),
      expect.stringMatching(/^INSERT INTO .*"orders"/),
      expect.stringMatching(/^INSERT INTO .*"order_items"/),
      expect.stringMatching(/^SELECT .*"orders"/),
      'COMMIT',
    ]);
  });

  test.each([[{}], [{ userId: null }]])('needs no user: %j', async (user) => {
    expect(await graph.read(CREATE, { input: { ...user, items: lines(['Lamp', 1]) } })).toMatchObject({
      createOrder: { user: null },
    });
  });

  test('keeps its prices when those of the products change', async () => {
    const client = await graph.client();
    const { id } = await client.product.create({
      data: { name: 'Tulip', price: 100n, currency: 'EUR', description: '' },
    });
    const input = { items: lines([Number(id), 3]) };
    const { createOrder: before } = await graph.read<{ createOrder: { id: number } }>(CREATE, { input });
    await client.product.update({ where: { id }, data: { price: 200n } });
    const after = await graph.read('query ($id: SafeInt!) { order(id: $id) { total items { unitPrice } } }', {
      id: before.id,
    });
    expect(after).toEqual({ order: { total: 300, items: [{ unitPrice: 100 }] } });
  });

  test('accepts a hundred lines', async () => {
    const items = lines(...Array.from({ length: 100 }, (): [string, number] => ['Lamp', 1]));
    expect(await graph.read(CREATE, { input: { items } })).toMatchObject({ createOrder: { total: 199_900 } });
  });
});

const NONE = Number.MAX_SAFE_INTEGER;
const noProduct = (position: number) => ({
  field: `items.${position}.productId`,
  message: `must be the id of an existing product; ${NONE} does not exist`,
});

const refused: [promise: string, input: () => object, problems: object[]][] = [
  ['no items', () => ({ items: [] }), [{ field: 'items', message: 'must have between 1 and 100 items' }]],
  [
    'more than a hundred items',
    () => ({ items: lines(...Array.from({ length: 101 }, (): [string, number] => ['Lamp', 1])) }),
    [{ field: 'items', message: 'must have between 1 and 100 items' }],
  ],
  ['a product that does not exist', () => ({ items: lines(['Lamp', 1], [NONE, 1]) }), [noProduct(1)]],
  [
    'a user who does not exist',
    () => ({ userId: NONE, items: lines(['Lamp', 1]) }),
    [{ field: 'userId', message: `must be the id of an existing user; ${NONE} does not exist` }],
  ],
  [
    'everything that does not exist, at once',
    () => ({ userId: NONE, items: lines([NONE, 1], ['Lamp', 1], [NONE, 1]) }),
    [
      noProduct(0),
      noProduct(2),
      { field: 'userId', message: `must be the id of an existing user; ${NONE} does not exist` },
    ],
  ],
  [
    'products of several currencies',
    () => ({ items: lines(['Lamp', 1], ['Map', 1]) }),
    [{ field: 'items', message: 'must have prices in one currency, not in EUR and USD' }],
  ],
  [
    'a total that a JSON number would not carry',
    () => ({ items: lines(['Moon', 1000]) }),
    [{ field: 'items', message: 'must have a total of at most 9007199254740991 minor units' }],
  ],
];

test.each(refused)('an order is refused, and nothing is stored, for %s', async (_, input, problems) => {
  const before = await stored();
  const { data, errors } = await graph.run(CREATE, { input: input() });
  expect(data).toBeNull();
  expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', problems }]);
  expect(await stored()).toEqual(before);
});

test.each([0, 1001, 1.5])('an order is refused for a quantity of %d', async (quantity) => {
  const { errors } = await graph.run(CREATE, { input: { items: lines(['Lamp', quantity]) } });
  expect(errors).toHaveLength(1);
  expect(errors[0]!.message).toContain('Quantity must be an integer between 1 and 1000.');
});

test('an order whose user is deleted at the same time is refused, or the deletion is', async () => {
  const client = await graph.client();
  const ids = await Promise.all(
    Array.from({ length: 10 }, async () =>
      Number((await client.user.create({ data: { firstName: 'X', lastName: '' } })).id),
    ),
  );
  await Promise.all(
    ids.map(async (id) => {
      const [placed, deleted] = await Promise.all([
        graph.run(CREATE, { input: { userId: id, items: lines(['Lamp', 1]) } }),
        graph.run('mutation ($id: SafeInt!) { deleteUser(id: $id) { id } }', { id }),
      ]);
      const codes = [placed, deleted].flatMap(({ errors }) => errors.map(({ code }) => code));
      expect([['BAD_USER_INPUT'], ['CONFLICT']]).toContainEqual(codes);
    }),
  );
});

describe('the orders of a user', () => {
  interface Page {
    user: {
      orders: {
        totalCount: number;
        nodes: { id: number }[];
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
      };
    };
  }
  const PAGE = /* GraphQL */ `
    query ($id: SafeInt!, $first: Int, $after: String, $offset: SafeInt) {
      user(id: $id) {
        orders(first: $first, after: $after, offset: $offset) {
          totalCount
          nodes {
            id
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `;
  let customer: number;
  let others: number;
  const placed: number[] = [];

  beforeAll(async () => {
    const client = await graph.client();
    [customer, others] = (await Promise.all(
      ['A', 'B'].map(async (firstName) => Number((await client.user.create({ data: { firstName, lastName: '' } })).id)),
    )) as [number, number];
    for (let turn = 0; turn < 5; turn++) {
      for (const id of [customer, others]) {
        const input = { userId: id, items: lines(['Lamp', 1]) };
        const { createOrder } = await graph.read<{ createOrder: { id: number } }>(CREATE, { input });
        if (id === customer) placed.push(createOrder.id);
      }
    }
  });

  const page = (variables: object) => graph.read<Page>(PAGE, { id: customer, ...variables });

  test('are those of that user only, and can be paged by cursor', async () => {
    const seen: number[] = [];
    let after: string | null = null;
    do {
      const { orders }: Page['user'] = (await page({ first: 2, after })).user;
      expect(orders.totalCount).toBe(5);
      seen.push(...orders.nodes.map(({ id }) => id));
      after = orders.pageInfo.hasNextPage ? orders.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual(placed);
  });

  test('can be skipped', async () => {
    expect((await page({ first: 2, offset: 3 })).user.orders.nodes.map(({ id }) => id)).toEqual(placed.slice(3));
  });

  test("refuse a cursor of another user's orders", async () => {
    const { endCursor } = (await graph.read<Page>(PAGE, { id: others, first: 1 })).user.orders.pageInfo;
    const { errors } = await graph.run(PAGE, { id: customer, after: endCursor });
    expect(errors).toMatchObject([
      { code: 'BAD_USER_INPUT', problems: [{ field: 'after', message: 'must be a cursor of this list' }] },
    ]);
  });

  test('are empty for a user without orders', async () => {
    const { id } = await (await graph.client()).user.create({ data: { firstName: 'C', lastName: '' } });
    expect(await graph.read<Page>(PAGE, { id: Number(id) })).toEqual({
      user: { orders: { totalCount: 0, nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } },
    });
  });
});
