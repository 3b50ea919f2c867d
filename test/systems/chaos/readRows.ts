import { type CountedTable, listTotal } from '../../support/database/listTotal.ts';
import { CHANGED, CREATED, type Counter, type StoredRow } from './History.ts';
import { CREATED_NAME, changesOf, linesOf, numberOf } from './writes.ts';

/** Runs SQL in the database under test. */
export type Query = (sql: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** Reads all rows that the writes of a scope may have left, the orders by the user whose they are. */
export async function readRows(query: Query, scope: string, ownerId: number): Promise<StoredRow[]> {
  const users = await query(
    'SELECT first_name, last_name, email FROM users WHERE starts_with(first_name, $1) AND id <> $2',
    [`${scope} `, ownerId],
  );
  const orders = await query(
    `SELECT orders.total::float8 AS total, coalesce(sum(unit_price * quantity), 0)::float8 AS sum,
       coalesce(json_agg(json_build_object('productId', product_id, 'quantity', quantity) ORDER BY position)
         FILTER (WHERE order_id IS NOT NULL), '[]') AS lines
     FROM orders LEFT JOIN order_items ON order_id = orders.id WHERE user_id = $1 GROUP BY orders.id`,
    [ownerId],
  );
  return [...users.map((user) => toUser(scope, user)), ...orders.map(toOrder)];
}

/** Reads the value of a counter; 0 if it is lost. */
export async function readCounter(query: Query, { id }: Counter): Promise<number> {
  const [row] = await query('SELECT last_name FROM users WHERE id = $1', [id]);
  return Number(row?.['last_name'] ?? 0);
}

const COUNTED_TABLES: readonly CountedTable[] = ['users', 'orders', 'products'];

/** Says which of the totals that triggers keep differ from the rows of their tables, in one snapshot. */
export async function findWrongTotals(query: Query): Promise<string[]> {
  const counts = COUNTED_TABLES.map(
    (table) =>
      `SELECT '${table}' AS list, (SELECT count(*) FROM ${table})::int AS rows, (${listTotal(table)})::int AS total`,
  );
  const lists = await query(counts.join(' UNION ALL '), []);
  return lists
    .filter(({ rows, total }) => rows !== total)
    .map(({ list, rows, total }) => `the total of ${String(list)} is ${String(total)}, of ${String(rows)} rows`);
}

function toUser(scope: string, { first_name, last_name, email }: Record<string, unknown>): StoredRow {
  const number = Number(String(first_name).slice(scope.length + 1));
  const changes = changesOf(scope, number);
  const isCreated = last_name === CREATED_NAME && email === null;
  const isChanged = last_name === changes.lastName && email === changes.email;
  return { kind: 'user', number, state: isCreated ? CREATED : isChanged ? CHANGED : undefined };
}

function toOrder({ total, sum, lines }: Record<string, unknown>): StoredRow {
  const stored = lines as { productId: number; quantity: number }[];
  const number = numberOf(stored.map(({ quantity }) => quantity));
  const isWhole = number >= 0 && total === sum && JSON.stringify(stored) === JSON.stringify(linesOf(number));
  return { kind: 'order', number, state: isWhole ? CREATED : undefined };
}
