import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isWrite } from '../../../src/service/database/adapter/statementFailures.ts';
import type { Database } from '../../../src/service/database/Database.ts';
import type { ListOrder, ListPosition, PageArgs } from '../../../src/service/domain/pageArguments.ts';
import { type ProductRow, ProductStore } from '../../../src/service/domain/products/ProductStore.ts';
import { listOrders, padKeys } from '../../../src/service/domain/TableStore.ts';
import { openTestDatabase } from '../../support/database/openTestDatabase.ts';

const ROWS = 260;
const ORDERS = Object.keys(listOrders) as ListOrder[];

const statements: string[] = [];
let database: Database;
let store: ProductStore;
/** All products in the order of their ids. */
let products: ProductRow[];

beforeAll(async () => {
  database = await openTestDatabase({ seed: 'none', onStatement: (statement) => statements.push(statement) });
  store = new ProductStore(database);
  // The creation times, of seven different ones, are in another order than the ids.
  products = await database.run({}, async (client) => {
    await client.$executeRaw`
      INSERT INTO products (name, description, price, currency, created_at)
      SELECT 'Product ' || n, '', n, 'EUR', '2030-01-01'::timestamptz + (n * 5 % 7) * interval '1 day'
      FROM generate_series(1, ${ROWS}::int) AS n`;
    const stored = await client.product.findMany({ orderBy: { id: 'asc' } });
    return stored.map((row) => ({ ...row, id: Number(row.id), price: Number(row.price) }));
  });
});
afterAll(() => database.close());

type Page = PageArgs<object>;

function inOrder(orderBy: ListOrder): ProductRow[] {
  const sign = orderBy.endsWith('DESC') ? -1 : 1;
  const timeOf = ({ createdAt }: ProductRow) => (orderBy.startsWith('CREATED_AT') ? createdAt.getTime() : 0);
  return products.toSorted((a, b) => sign * (timeOf(a) - timeOf(b) || a.id - b.id));
}

function positionOf(orderBy: ListOrder, { id, createdAt }: ProductRow): ListPosition {
  return orderBy.startsWith('CREATED_AT') ? { id, createdAt: createdAt.getTime() } : { id };
}

/** The rows of a page and one more, found without SQL. */
function expectedRows({ orderBy, after, offset, first }: Page): ProductRow[] {
  const all = inOrder(orderBy);
  const start = after ? all.findIndex(({ id }) => id === after.id) + 1 : 0;
  return all.slice(start + offset, start + offset + first + 1);
}

describe.each(ORDERS)('pages in the order %s', (orderBy) => {
  /** The page after the row at this index; from the first row on where there is none. */
  const page = (first: number, after?: number, offset = 0): Page => ({
    orderBy,
    filter: {},
    offset,
    first,
    ...(after !== undefined && { after: positionOf(orderBy, inOrder(orderBy)[after]!) }),
  });
  const read = (pages: readonly Page[], columns = store.columnSets.all) => store.readPages(pages, columns, {});

  test('of different sizes, cursors and offsets are one statement, and each has its rows in order', async () => {
    const pages = [
      page(7),
      page(1, 58),
      page(100, 10),
      page(3, undefined, 20),
      page(20, undefined, ROWS - 1),
      page(5, 30, 4),
      page(7),
      page(20, ROWS - 1),
      page(20, undefined, Number.MAX_SAFE_INTEGER),
      page(100),
      ...Array.from({ length: ROWS - 1 }, (_, after) => page(2, after)),
    ];
    statements.length = 0;
    expect(await read(pages)).toEqual(pages.map(expectedRows));
    expect(statements).toHaveLength(1);
  });

  test('that skip many rows are read from the nearer end, also together with others', async () => {
    const offsets = [
      0,
      1,
      99,
      100,
      101,
      129,
      130,
      131,
      200,
      ROWS - 2,
      ROWS - 1,
      ROWS,
      ROWS + 1,
      Number.MAX_SAFE_INTEGER,
    ];
    const pages = [...offsets.map((offset) => page(20, undefined, offset)), page(3, 150), page(100)];
    statements.length = 0;
    expect(await read(pages)).toEqual(pages.map(expectedRows));
    expect(statements).toEqual([expect.stringContaining('AS skipped')]);
    // A read whose connection breaks is no unknown outcome, and leaves the connections of writes to them.
    expect(statements.filter(isWrite)).toEqual([]);
    for (const each of pages) expect(await read([each])).toEqual([expectedRows(each)]);
  });

  test('do not depend on the other pages of their statement', async () => {
    const pages = [page(100), page(1), page(20, 40), page(20, 5, 5)];
    const alone = await Promise.all(pages.map(async (each) => (await read([each]))[0]!));
    expect(alone).toEqual(pages.map(expectedRows));
    expect(await read(pages)).toEqual(alone);
    expect(await read(pages.toReversed())).toEqual(alone.toReversed());
  });

  test('have only the wanted columns', async () => {
    const columns = store.columnSets.of(new Set(['id', 'price']));
    const pages = [page(3), page(2, 7)];
    const expected = pages.map((each) => expectedRows(each).map(({ id, price }) => ({ id, price })));
    expect(await read(pages, columns)).toEqual(expected);
    expect(await read([pages[0]!], columns)).toEqual([expected[0]]);
  });
});

test('the pages of an empty table are empty', async () => {
  const empty = await openTestDatabase({ seed: 'none' });
  const none = new ProductStore(empty);
  const pages: Page[] = [1, 100].map((first) => ({ orderBy: 'ID_ASC', filter: {}, offset: 0, first }));
  expect(await none.readPages(pages, none.columnSets.all, {})).toEqual([[], []]);
  await empty.close();
});

test('rows by id are in the order of the ids, with null where there is none, in one statement', async () => {
  const [a, b, c] = products as [ProductRow, ProductRow, ProductRow];
  statements.length = 0;
  expect(await store.readMany([c.id, 0, a.id, b.id], store.columnSets.all, {})).toEqual([c, null, a, b]);
  expect(await store.readMany([Number.MAX_SAFE_INTEGER], store.columnSets.all, {})).toEqual([null]);
  expect(await store.readMany([a.id], store.columnSets.of(new Set(['id', 'name'])), {})).toEqual([
    { id: a.id, name: a.name },
  ]);
  expect(statements).toHaveLength(3);
});

test.each([63, 64, 65, 260])(
  '%d rows by id are the same, whether rows or JSON are read, in one statement',
  async (count) => {
    const ids = products.slice(0, count).map(({ id }) => id);
    statements.length = 0;
    expect(await store.readMany([...ids, 0], store.columnSets.all, {})).toEqual([...products.slice(0, count), null]);
    expect(statements).toHaveLength(1);
  },
);

test.each([
  [[1], [1]],
  [
    [1, 2],
    [1, 2],
  ],
  [
    [1, 2, 3],
    [1, 2, 3, 3],
  ],
  [
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5, 5, 5, 5],
  ],
])('the keys %j are read as %j, so that there are few statements', (keys, padded) => {
  expect(padKeys(keys)).toEqual(padded);
});

test('the rows of the whole list are counted, and those of a filter', async () => {
  expect(await store.count({}, {})).toBe(ROWS);
  expect(await store.count({ search: 'product 1' }, {})).toBe(1 + 10 + 100);
});
