// Orders in the database; the only file here that imports Prisma. Each method is one statement, whatever the number of keys.
// Raw SQL: the Prisma client takes more CPU for batches, and cannot place an order in one statement. Expects ids from 0 to
// 2^53 - 1.
import { Prisma, type PrismaClient } from '../../database/client/client.ts';
import { type ListOrder, listOrders } from '../../database/listOrders.ts';
import { positionValues } from '../../database/positionValues.ts';
import { retryOnConflict } from '../../database/retryOnConflict.ts';
import { type PageArgs, TableReader } from '../../database/TableReader.ts';
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
}

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

type StoredOrder = Omit<OrderRow, 'id' | 'userId' | 'total' | 'version'> & {
  id: bigint;
  userId: bigint | null;
  total: bigint;
  version: bigint;
};
type StoredPlacement = Omit<Placement, 'order'> & (StoredOrder | { [Column in keyof StoredOrder]: null });
type StoredItem = { orderId: bigint; productId: bigint; quantity: number; unitPrice: bigint };

const COLUMNS = Prisma.sql`id, status, user_id AS "userId", total, currency, created_at AS "createdAt", version`;

/** The position of a page in `readPagesOfUsers`. */
const PAGE_POSITION = { createdAt: Prisma.sql`page.after_time`, id: Prisma.sql`page.after_id` };

/** The foreign keys that fail when a user or product is deleted at the same time. */
const REFERENCES = new Set(['orders_user_id_fkey', 'order_items_product_id_fkey']);

export class OrderStore extends TableReader<StoredOrder, OrderRow, OrderFilter> {
  readonly #client: PrismaClient;

  constructor(client: PrismaClient) {
    super(client, {
      table: Prisma.sql`orders`,
      columns: COLUMNS,
      toRow: toOrder,
      filters: {
        status: (status) => Prisma.sql`status = ${status}::order_status`,
        userId: (userId) => Prisma.sql`user_id = ${userId}`,
      },
    });
    this.#client = client;
  }

  /** For each page, all of them in one order, the orders of its user, and one more if there are more. */
  async readPagesOfUsers(orderBy: ListOrder, pages: readonly UserPageArgs[]): Promise<OrderRow[][]> {
    const after = pages.map((page) => positionValues(orderBy, page.after));
    const order = listOrders[orderBy];
    const rows = await this.#client.$queryRaw<(StoredOrder & { page: bigint })[]>`
      SELECT page.number AS page, ${COLUMNS}
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
        WHERE user_id = page.customer AND (page.state IS NULL OR status = page.state) AND ${order.isAfter(PAGE_POSITION)}
        ORDER BY ${order.columns} LIMIT page.size OFFSET page.skipped
      ) AS found
      ORDER BY page.number, ${order.columns}`;
    const orders = pages.map((): OrderRow[] => []);
    for (const row of rows) orders[Number(row.page) - 1]!.push(toOrder(row));
    return orders;
  }

  /** The number of orders of each user, of one status or of all. */
  async countOfUsers(users: readonly UserOrders[]): Promise<number[]> {
    const rows = await this.#client.$queryRaw<{ count: bigint }[]>`
      SELECT found.count
      FROM unnest(
        ${users.map(({ userId }) => userId)}::bigint[],
        ${users.map(({ filter }) => filter.status ?? null)}::order_status[]
      ) WITH ORDINALITY AS list (customer, state, number)
      CROSS JOIN LATERAL (
        SELECT count(*) FROM orders WHERE user_id = list.customer AND (list.state IS NULL OR status = list.state)
      ) AS found
      ORDER BY list.number`;
    return rows.map(({ count }) => Number(count));
  }

  /** The lines of each order. */
  async readItems(orderIds: readonly number[]): Promise<OrderItemRow[][]> {
    const rows = await this.#client.$queryRaw<StoredItem[]>`
      SELECT order_id AS "orderId", product_id AS "productId", quantity, unit_price AS "unitPrice"
      FROM order_items WHERE order_id = any(${orderIds}) ORDER BY order_id, position`;
    const items = new Map(orderIds.map((id): [number, OrderItemRow[]] => [id, []]));
    for (const row of rows) items.get(Number(row.orderId))!.push(toItem(row));
    return [...items.values()];
  }

  /** Places an order at the current prices of its products; stores nothing if there is a reason against it. */
  place(userId: number | null, lines: readonly OrderLine[]): Promise<Placement> {
    // A user or product that is deleted while the statement runs is reported as unknown by the next attempt.
    return retryOnConflict(
      () => this.#tryToPlace(userId, lines),
      (error) => REFERENCES.has(violatedConstraint(error) ?? ''),
    );
  }

  async #tryToPlace(userId: number | null, lines: readonly OrderLine[]): Promise<Placement> {
    const [row] = await this.#client.$queryRaw<[StoredPlacement]>`
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
        ${COLUMNS},
        EXISTS (SELECT FROM customer) AS "userExists",
        ARRAY(SELECT position::int FROM line WHERE price IS NULL ORDER BY position) AS "unknownProducts",
        ARRAY(SELECT DISTINCT line.currency::text FROM line WHERE price IS NOT NULL ORDER BY 1) AS currencies
      FROM (SELECT) AS once LEFT JOIN placed ON true`;
    const { userExists, unknownProducts, currencies, ...order } = row;
    return { order: order.id === null ? null : toOrder(order), userExists, unknownProducts, currencies };
  }
}

/** Field by field: object rest took a quarter of the time of reading a page. */
function toOrder({ id, status, userId, total, currency, createdAt, version }: StoredOrder): OrderRow {
  return {
    id: Number(id),
    status,
    userId: userId === null ? null : Number(userId),
    total: Number(total),
    currency,
    createdAt,
    version: Number(version),
  };
}

function toItem({ productId, quantity, unitPrice }: StoredItem): OrderItemRow {
  return { productId: Number(productId), quantity, unitPrice: Number(unitPrice) };
}
