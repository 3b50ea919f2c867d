// The plans of PostgreSQL for the statements of lists, over 100,000 rows: each order and each filter has an index.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/service/database/Database.ts';
import type { Statement } from '../../../src/service/database/adapter/columnTypes.ts';
import { createAdapter } from '../../../src/service/database/adapter/createAdapter.ts';
import type { DatabasePool } from '../../../src/service/database/adapter/openPool.ts';
import { PrismaClient } from '../../../src/service/database/client/client.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import type { ListOrder, PageArgs } from '../../../src/service/domain/pageArguments.ts';
import { OrderStore } from '../../../src/service/domain/orders/OrderStore.ts';
import { ProductStore } from '../../../src/service/domain/products/ProductStore.ts';
import type { TableStore } from '../../../src/service/domain/TableStore.ts';
import { UserStore } from '../../../src/service/domain/users/UserStore.ts';
import { createDatabase } from './support/createDatabase.ts';

const url = await createDatabase();
const client = new pg.Client({ connectionString: url });

beforeAll(async () => {
  await (await openDatabase({ databaseUrl: url, dataDir: '', seed: 'none' })).close();
  await client.connect();
  // The creation times are in another order than the ids, and only every hundredth order is not delivered.
  await client.query(`
    INSERT INTO users (first_name, last_name, created_at)
    SELECT left(md5(n::text), 8), left(md5((-n)::text), 8), now() - (n * 7919 % 100000) * interval '1 minute' FROM generate_series(1, 100000) n;
    INSERT INTO products (name, description, price, currency, created_at)
    SELECT left(md5(n::text), 8), '', 100, 'EUR', now() - (n * 7919 % 100000) * interval '1 minute' FROM generate_series(1, 100000) n;
    INSERT INTO orders (user_id, status, total, currency, created_at)
    SELECT 1 + n % 1000, (CASE WHEN n % 100 = 0 THEN 'PAID' ELSE 'DELIVERED' END)::order_status, 100, 'EUR',
      now() - (n * 7919 % 100000) * interval '1 minute'
    FROM generate_series(1, 100000) n;`);
  await client.query('VACUUM ANALYZE users, products, orders');
}, 240_000);
afterAll(() => client.end());

// A text that no name has: a name might be among the hundred by which ANALYZE estimates how many rows have it.
const NOWHERE = 'Xyzxyz';

/** What a store reads. */
type Read = (database: Pick<Database, 'run'>) => Promise<unknown>;

const sent: Statement[] = [];
/** A pool that records statements, and has no rows. */
const pool = {
  send: async (statement: Statement) => {
    sent.push(statement);
    return { fields: [], rows: [], rowCount: 0, command: 'SELECT', oid: 0 };
  },
} as unknown as DatabasePool;
const prisma = new PrismaClient({ adapter: createAdapter(pool, 'public') });
const recorder: Pick<Database, 'run'> = { run: async (_, work) => work(prisma) };

/** The statement that a store sends. */
async function statementOf(read: Read): Promise<Statement> {
  sent.length = 0;
  await read(recorder).catch(() => {}); // A statement without rows is unexpected.
  expect(sent).toHaveLength(1);
  return sent[0]!;
}

/** The plan that a statement has after it ran several times on a connection, where the client prepares it. */
async function planOf(read: Read): Promise<string> {
  const { text, values = [] } = await statementOf(read);
  const given = values.map((value) => pg.escapeLiteral(literalOf(value))).join();
  const execute = `EXECUTE read${given && `(${given})`}`;
  await client.query(`PREPARE read AS ${text}`);
  try {
    // PostgreSQL chooses between a plan for any values and one for these after five executions. A search is not prepared.
    for (let run = 0; run < 6 && !text.includes('ILIKE'); run++) await client.query(execute);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${execute}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('DEALLOCATE read');
  }
}

function literalOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return `{${value.map((each) => (each === null ? 'NULL' : String(each))).join()}}`;
}

const ORDERS: readonly ListOrder[] = ['ID_ASC', 'ID_DESC', 'CREATED_AT_ASC', 'CREATED_AT_DESC'];
const after = (orderBy: ListOrder) =>
  orderBy.startsWith('ID') ? { id: 50_000 } : { id: 50_000, createdAt: Date.now() - 50_000 * 60_000 };
const page = (orderBy: ListOrder) => ({ orderBy, filter: {}, after: after(orderBy), offset: 0, first: 20 });
const readPage = <Row extends { id: number }, Filter extends object, Column extends keyof Row & string>(
  store: TableStore<Row, Filter, Column>,
  args: PageArgs<Filter>,
) => store.readPage(args, store.columnSets.all, {});
const isReadInOrder = (plan: string, index: string) => {
  expect(plan).toMatch(new RegExp(`Index (Only )?Scan (Backward )?using ${index} on`));
  expect(plan).not.toMatch(/Sort|Seq Scan/);
};

describe.each(ORDERS)('in the order %s', (orderBy) => {
  const column = orderBy.startsWith('ID') ? 'pkey' : 'created_at_id_idx';

  test('users, orders and products are read by an index, for many requests at once', async () => {
    const pages = Array.from({ length: 20 }, () => page(orderBy));
    for (const [table, Store] of [
      ['users', UserStore],
      ['orders', OrderStore],
      ['products', ProductStore],
    ] as const) {
      const plan = await planOf((db) => {
        const store = new Store(db);
        return store.readPages(pages, store.columnSets.all as never, {});
      });
      expect(plan).toMatch(new RegExp(`Index Scan (Backward )?using ${table}_${column} on`));
      expect(plan).not.toContain('Seq Scan');
    }
  });

  test('orders of a status and of a user are read by an index', async () => {
    const keys = orderBy.startsWith('ID') ? 'id' : 'created_at_id';
    const read = (filter: object) => planOf((db) => readPage(new OrderStore(db), { ...page(orderBy), filter }));
    isReadInOrder(await read({ status: 'PAID' }), `orders_status_${keys}_idx`);
    isReadInOrder(await read({ userId: 7 }), `orders_user_id_${keys}_idx`);
    // A user has few orders, which may be sorted.
    const both = await read({ status: 'PAID', userId: 7 });
    expect(both).toMatch(/orders_(user_id|status)_/);
    expect(both).not.toContain('Seq Scan');
  });

  test('the orders of many users are read by an index', async () => {
    const keys = orderBy.startsWith('ID') ? 'id' : 'created_at_id';
    const pages = [1, 2, 3].map((userId) => ({ ...page(orderBy), userId, filter: {} }));
    const plan = await planOf((db) => {
      const store = new OrderStore(db);
      return store.readPagesOfUsers(pages, store.columnSets.all, {});
    });
    expect(plan).toMatch(new RegExp(`Index Scan (Backward )?using orders_user_id_${keys}_idx on`));
    expect(plan).not.toContain('Seq Scan');
  });

  test('a search reads its index, and not the table', async () => {
    const filter = { search: NOWHERE };
    for (const plan of [
      await planOf((db) => readPage(new UserStore(db), { ...page(orderBy), filter })),
      await planOf((db) => readPage(new ProductStore(db), { ...page(orderBy), filter })),
    ]) {
      expect(plan).toMatch(/Bitmap Index Scan on (users|products)_search_idx/);
      expect(plan).not.toContain('Seq Scan');
    }
  });
});

test('the count of a filtered list reads an index', async () => {
  const orders = (filter: object) => planOf((db) => new OrderStore(db).count(filter, {}));
  expect(await orders({ userId: 7 })).toContain('orders_user_id_');
  expect(await orders({ status: 'PAID' })).toContain('orders_status_');
  const filter = { search: NOWHERE };
  expect(await planOf((db) => new UserStore(db).count(filter, {}))).toContain('users_search_idx');
  expect(await planOf((db) => new ProductStore(db).count(filter, {}))).toContain('products_search_idx');
});
