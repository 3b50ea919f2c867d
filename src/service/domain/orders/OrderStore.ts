// Orders in the database. Each method is one statement, whatever the number of keys. Expects ids from 0 to 2^53 - 1.
import type { Database } from '../../database/Database.ts';
import { type ListOrder, listOrders } from '../../database/listOrders.ts';
import { positionValues } from '../../database/positionValues.ts';
import { retryOnConflict } from '../../database/retryOnConflict.ts';
import type { Scope } from '../../database/Scope.ts';
import { raw, sql } from '../../database/sql.ts';
import { type ColumnsOf, type PageArgs, TableReader } from '../../database/TableReader.ts';
import { violatedConstraint } from '../../database/violatedConstraint.ts';
import type { OrderStatus } from './resolvers.generated.ts';

/** An order, for the resolvers. */
export interface OrderRow {
  id: number;
  status: OrderStatus;
  userId: number | null;
  /** Minor units of the currency. */
  total: number;
  currency: string;
  createdAt: Date;
  version: number;
  items: readonly StoredItem[];
}

/** One line of an order, as a JSON array. */
export type StoredItem = readonly [productId: number, quantity: number, unitPrice: number];

/** One line of an order. */
export interface OrderItemRow {
  productId: number;
  quantity: number;
  /** Minor units of the order's currency. */
  unitPrice: number;
}

/** One line of a new order. */
export type OrderLine = Omit<OrderItemRow, 'unitPrice'>;

/** The filters of the list of orders. */
export interface OrderFilter {
  status?: OrderStatus;
  userId?: number;
}

/** The orders of one user, of one status or of all. */
export interface UserOrders {
  userId: number;
  filter: Pick<OrderFilter, 'status'>;
}

/** A page of the orders of one user. */
export type UserPageArgs = PageArgs<UserOrders['filter']> & UserOrders;

/** The result of placing an order: the order, or null and the reasons. */
export interface Placement {
  order: OrderRow | null;
  userExists: boolean;
  /** The positions of the lines whose product does not exist, counted from 0. */
  unknownProducts: number[];
  /** The currencies of the products that exist. */
  currencies: string[];
}

type StoredPlacement = Omit<Placement, 'order'> & (OrderRow | { [Column in keyof OrderRow]: null });

/** The position of a page in `readPagesOfUsers`. */
const PAGE_POSITION = { createdAt: 'page.after_time', id: 'page.after_id' };

/** What is stored with an order itself. */
const OWN_COLUMNS = new Set(['id', 'status', 'userId', 'total', 'currency', 'createdAt', 'version'] as const);

/** The foreign keys that fail when a user or product is deleted at the same time. */
const REFERENCES = new Set(['orders_user_id_fkey', 'order_items_product_id_fkey']);

/** The lines of the order whose `id` is in scope: with the order they take no statement, and JSON is parsed faster than rows. */
const ITEMS = `(
  SELECT coalesce(json_agg(json_build_array(product_id, quantity, unit_price) ORDER BY position), '[]')
  FROM order_items WHERE order_id = id)`;

export class OrderStore extends TableReader<OrderRow, OrderFilter> {
  readonly #database: Pick<Database, 'query'>;

  constructor(database: Pick<Database, 'query'>) {
    super(database, {
      table: 'orders',
      columns: {
        id: 'id',
        status: 'status',
        userId: 'user_id',
        total: 'total',
        currency: 'currency',
        createdAt: 'created_at',
        version: 'version',
        items: ITEMS,
      },
      filters: {
        status: (status) => sql`status = ${status}::order_status`,
        userId: (userId) => sql`user_id = ${userId}`,
      },
      weights: { items: 2 },
    });
    this.#database = database;
  }

  /** For each page, all of them in one order, the orders of its user, and one more if there are more. */
  async readPagesOfUsers(
    orderBy: ListOrder,
    pages: readonly UserPageArgs[],
    columns: ColumnsOf<OrderRow>,
    scope: Scope,
  ): Promise<OrderRow[][]> {
    const after = pages.map((page) => positionValues(orderBy, page.after));
    const order = listOrders[orderBy];
    const statement = sql`
      SELECT page.number AS page, ${raw(this.selectList(columns))}
      FROM unnest(
        ${pages.map(({ userId }) => userId)}::bigint[],
        ${pages.map(({ filter }) => filter.status ?? null)}::order_status[],
        ${after.map(({ createdAt }) => createdAt)}::timestamptz[],
        ${after.map(({ id }) => id)}::bigint[],
        ${pages.map(({ first }) => first + 1)}::bigint[],
        ${pages.map(({ offset }) => offset)}::bigint[]
      ) WITH ORDINALITY AS page (customer, state, after_time, after_id, size, skipped, number)
      CROSS JOIN LATERAL (
        SELECT * FROM orders
        WHERE user_id = page.customer AND (page.state IS NULL OR status = page.state) AND ${raw(order.isAfter(PAGE_POSITION))}
        ORDER BY ${raw(order.columns)} LIMIT page.size OFFSET page.skipped
      ) AS found
      ORDER BY page.number, ${raw(order.columns)}`;
    const rows = await this.#database.query<OrderRow & { page: number }>(statement, scope);
    const orders = pages.map((): OrderRow[] => []);
    for (const row of rows) orders[row.page - 1]!.push(row);
    return orders;
  }

  /** The number of orders of each user, of one status or of all. */
  async countOfUsers(users: readonly UserOrders[], scope: Scope): Promise<number[]> {
    const statement = sql`
      SELECT found.count
      FROM unnest(
        ${users.map(({ userId }) => userId)}::bigint[],
        ${users.map(({ filter }) => filter.status ?? null)}::order_status[]
      ) WITH ORDINALITY AS list (customer, state, number)
      CROSS JOIN LATERAL (
        SELECT count(*) FROM orders WHERE user_id = list.customer AND (list.state IS NULL OR status = list.state)
      ) AS found
      ORDER BY list.number`;
    const rows = await this.#database.query<{ count: number }>(statement, scope);
    return rows.map(({ count }) => count);
  }

  /** Places an order at the current prices of its products; stores nothing if there is a reason against it. */
  place(userId: number | null, lines: readonly OrderLine[], scope: Scope): Promise<Placement> {
    // A user or product that is deleted while the statement runs is reported as unknown by the next attempt.
    return retryOnConflict(
      () => this.#tryToPlace(userId, lines, scope),
      (error) => REFERENCES.has(violatedConstraint(error) ?? ''),
      scope.transaction,
    );
  }

  async #tryToPlace(userId: number | null, lines: readonly OrderLine[], scope: Scope): Promise<Placement> {
    const statement = sql`
      WITH line AS (
        SELECT given.position - 1 AS position, given.product_id, given.quantity, products.price, products.currency
        FROM unnest(
          ${lines.map(({ productId }) => productId)}::bigint[],
          ${lines.map(({ quantity }) => quantity)}::int[]
        ) WITH ORDINALITY AS given (product_id, quantity, position)
        LEFT JOIN products ON products.id = given.product_id
      ), customer AS (
        SELECT ${userId}::bigint AS id
        WHERE ${userId}::bigint IS NULL OR EXISTS (SELECT FROM users WHERE id = ${userId}::bigint)
      ), placed AS (
        INSERT INTO orders (user_id, total, currency)
        SELECT customer.id, sum(price::numeric * quantity), min(currency)
        FROM customer CROSS JOIN line GROUP BY customer.id
        HAVING bool_and(price IS NOT NULL) AND min(currency) = max(currency)
          AND sum(price::numeric * quantity) <= ${Number.MAX_SAFE_INTEGER}::bigint
        RETURNING *
      ), stored AS (
        INSERT INTO order_items (order_id, position, product_id, quantity, unit_price)
        SELECT placed.id, position, product_id, quantity, price FROM placed CROSS JOIN line
      )
      SELECT
        ${raw(this.selectList(this.columnSets.of(OWN_COLUMNS)))},
        (SELECT json_agg(json_build_array(product_id, quantity, price) ORDER BY position) FROM line) AS items,
        EXISTS (SELECT FROM customer) AS "userExists",
        ARRAY(SELECT position::int FROM line WHERE price IS NULL ORDER BY position) AS "unknownProducts",
        ARRAY(SELECT DISTINCT line.currency::text FROM line WHERE price IS NOT NULL ORDER BY 1) AS currencies
      FROM (SELECT) AS once LEFT JOIN placed ON true`;
    const [row] = await this.#database.query<StoredPlacement>(statement, scope);
    const { userExists, unknownProducts, currencies, ...order } = row!;
    return { order: order.id === null ? null : order, userExists, unknownProducts, currencies };
  }
}
