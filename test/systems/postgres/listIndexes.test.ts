// What PostgreSQL reads for lists of 100,000 rows: each order and each filter has an index, of which a page reads a page.
import { beforeAll, describe, expect, test } from 'vitest';
import { startProgram } from '../../promises/support/startProgram.ts';
import { query } from './support/createDatabase.ts';
import { createMigrated } from './support/listTotals.ts';

const url = await createMigrated();

beforeAll(async () => {
  // The creation times are in another order than the ids, and only every hundredth order is not delivered.
  const times = `now() - (n * 7919 % 100000) * interval '1 minute' FROM generate_series(1, 100000) n`;
  await query(
    url,
    `INSERT INTO users (first_name, last_name, created_at) SELECT left(md5(n::text), 8), left(md5((-n)::text), 8), ${times};
     INSERT INTO products (name, description, price, currency, created_at) SELECT left(md5(n::text), 8), '', 100, 'EUR', ${times};
     INSERT INTO orders (user_id, status, total, currency, created_at)
     SELECT 1 + n % 1000, (CASE WHEN n % 100 = 0 THEN 'PAID' ELSE 'DELIVERED' END)::order_status, 100, 'EUR', ${times}`,
  );
  await query(url, 'VACUUM ANALYZE users, products, orders');
}, 240_000);

type Read = { rows: number; indexes: string[]; scanned: string[] };

/** What a process reads of these tables for operations, each of which is sent so often that it is prepared, and planned for any values. */
async function readBy(...operations: string[]): Promise<Read> {
  const { replies, ...read } = await run(8, operations);
  for (const reply of replies) expect(reply).not.toHaveProperty('errors');
  return read;
}

async function run(times: number, operations: readonly string[]): Promise<Read & { replies: unknown[] }> {
  await query(url, 'SELECT pg_stat_reset()');
  const program = await startProgram({ DATABASE_URL: `${url}?connection_limit=1`, LOG_LEVEL: 'silent' });
  const replies: unknown[] = [];
  for (let time = 0; time < times; time++) {
    for (const operation of operations)
      replies.push((await program.client.post('/graphql', { query: operation })).json);
  }
  // Sessions report what they have read when they end.
  expect(await program.end('SIGTERM')).toBe(0);
  await expect
    .poll(() =>
      query(url, `SELECT FROM pg_stat_activity WHERE application_name = 'portico' AND datname = current_database()`),
    )
    .toEqual([]);
  const tables = `relname IN ('users', 'orders', 'products')`;
  const indexes = await query(
    url,
    `SELECT indexrelname AS name, idx_tup_read::int AS rows FROM pg_stat_user_indexes WHERE ${tables} AND idx_scan > 0 ORDER BY 1`,
  );
  const scanned = await query(url, `SELECT relname AS name FROM pg_stat_user_tables WHERE ${tables} AND seq_scan > 0`);
  return {
    replies,
    rows: (indexes as { rows: number }[]).reduce((sum, { rows }) => sum + rows, 0),
    indexes: (indexes as { name: string }[]).map(({ name }) => name),
    scanned: (scanned as { name: string }[]).map(({ name }) => name),
  };
}

// A text that no name has: a name might be among the hundred by which ANALYZE estimates how many rows have it.
const SEARCH = 'search: "Xyzxyz"';

describe.each(['ID_ASC', 'ID_DESC', 'CREATED_AT_ASC', 'CREATED_AT_DESC'])('in the order %s', (orderBy) => {
  const keys = orderBy.startsWith('ID') ? 'id' : 'created_at_id';
  const list = (table: string, args: string) => `${table}(first: 20, orderBy: ${orderBy}, ${args}) { nodes { id } }`;

  test('pages of users, orders, products, and of the orders of a status and of users, read an index, and no more of it', async () => {
    const lists = ['users', 'orders', 'products'];
    const middle = lists.map(
      (table) => `${table}(first: 1, offset: 50000, orderBy: ${orderBy}) { pageInfo { endCursor } }`,
    );
    const { replies } = await run(1, [`{ ${middle.join(' ')} }`]);
    const [{ data }] = replies as [{ data: Record<string, { pageInfo: { endCursor: string } }> }];
    const pages = lists.map((table) => `{ ${list(table, `after: "${data[table]!.pageInfo.endCursor}"`)} }`);
    const read = await readBy(
      ...pages,
      `{ ${list('orders', 'status: PAID')} }`,
      `{ ${list('orders', 'userId: 7')} }`,
      `{ users(first: 3) { nodes { orders(first: 20, orderBy: ${orderBy}) { nodes { id } } } } }`,
    );
    const primary = lists.map((table) => `${table}_pkey`);
    const own = [
      ...lists.map((table) => `${table}_${keys}_idx`),
      `orders_status_${keys}_idx`,
      `orders_user_id_${keys}_idx`,
    ];
    expect(read).toEqual({
      rows: expect.toSatisfy((rows: number) => rows < 8 * 1000) as number,
      indexes: expect.arrayContaining(keys === 'id' ? [...primary, ...own.slice(3)] : own) as string[],
      scanned: [],
    });
  });

  test('a search reads its index, and not the table', async () => {
    const read = await readBy(`{ ${list('users', SEARCH)} }`, `{ ${list('products', SEARCH)} }`);
    expect(read).toEqual({
      rows: expect.toSatisfy((rows: number) => rows < 100) as number,
      indexes: expect.arrayContaining(['products_search_idx', 'users_search_idx']) as string[],
      scanned: [],
    });
  });
});

test('the count of a filtered list reads an index', async () => {
  const count = (list: string) => `{ ${list} { totalCount } }`;
  const read = await readBy(
    count('orders(userId: 7)'),
    count('orders(status: PAID)'),
    count(`users(${SEARCH})`),
    count(`products(${SEARCH})`),
  );
  expect(read.scanned).toEqual([]);
  expect(read.indexes).toEqual([
    expect.stringMatching(/^orders_status_/),
    expect.stringMatching(/^orders_user_id_/),
    'products_search_idx',
    'users_search_idx',
  ]);
});
