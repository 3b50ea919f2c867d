// Orders in the database. Expects ids from 0 to 2^53 - 1.
import { type Problem, invalidInputError } from '../../../gateway/server.ts';
import type { Database, Scope } from '../../database/Database.ts';
import { Prisma } from '../../database/client/client.ts';
import { isRolledBack, violatedConstraint } from '../../database/databaseErrors.ts';
import { retryOnConflict } from '../../database/retryOnConflict.ts';
import { TableStore, padKeys, readByKeys, toRow } from '../TableStore.ts';
import type { PageArgs } from '../pageArguments.ts';
import { type ColumnSet, createSet } from '../columnSets.ts';
import type { CreateOrderInput, Order, OrderItem, OrderStatus } from './resolvers.generated.ts';

export interface OrderRow extends Omit<Order, '__typename' | 'items' | 'user'> {
  userId: number | null;
  /** The lines of an order that was placed just now. */
  items?: OrderItemRow[];
}

/** What is stored with an order itself. */
export type OrderColumn = Exclude<keyof OrderRow, 'items'>;

export interface OrderItemRow extends Pick<OrderItem, 'quantity' | 'unitPrice'> {
  productId: number;
}

interface OrderFilter {
  status?: OrderStatus;
  userId?: number;
}

/** A page of the orders of one user, of one status or of all. */
export interface UserPageArgs extends PageArgs<Pick<OrderFilter, 'status'>> {
  userId: number;
}

const ITEMS = createSet(['orderId', 'position', 'productId', 'quantity', 'unitPrice']);

/** The foreign keys that fail when a user or product is deleted at the same time. */
const REFERENCES = new Set(['orders_user_id_fkey', 'order_items_product_id_fkey']);

export class OrderStore extends TableStore<OrderRow, OrderFilter, OrderColumn> {
  constructor(database: Pick<Database, 'run'>) {
    super(database, {
      table: 'orders',
      model: 'order',
      columns: ['id', 'status', 'userId', 'total', 'currency', 'createdAt', 'version'],
      whereOf: ({ status, userId }) => ({ ...(status && { status }), ...(userId !== undefined && { userId }) }),
    });
  }

  async readItems(orderIds: readonly number[], scope: Scope): Promise<OrderItemRow[][]> {
    const rows = await this.database.run(scope, (client) =>
      readByKeys<OrderItemRow & { orderId: number; position: number }>(
        client,
        { table: 'order_items', columns: ITEMS, key: 'orderId' },
        orderIds,
        (orderId) => client.orderItem.findMany({ where: { orderId }, select: ITEMS.select }),
      ),
    );
    const itemsOf = new Map(orderIds.map((id): [number, OrderItemRow[]] => [id, []]));
    // The positions count from 0.
    for (const { orderId, position, ...item } of rows) itemsOf.get(orderId)![position] = item;
    return orderIds.map((id) => itemsOf.get(id)!);
  }

  /** For each page, all of them in one order, the orders of its user, and one more if there are more. */
  readPagesOfUsers(
    pages: readonly UserPageArgs[],
    columns: ColumnSet<OrderColumn>,
    scope: Scope,
  ): Promise<OrderRow[][]> {
    const values = [
      Prisma.sql`${pages.map(({ userId }) => userId)}::bigint[]`,
      Prisma.sql`${pages.map(({ filter }) => filter.status ?? null)}::order_status[]`,
    ];
    const conditions = 'user_id = page.customer AND (page.state IS NULL OR status = page.state) AND ';
    return this.readPagesWhere({ values, names: ', customer, state', conditions }, pages, columns, scope);
  }

  /** The number of orders of each user, of one status or of all. */
  async countOfUsers(users: readonly Pick<UserPageArgs, 'userId' | 'filter'>[], scope: Scope): Promise<number[]> {
    const where = { userId: { in: padKeys([...new Set(users.map(({ userId }) => userId))]) } };
    const hasStatus = users.some(({ filter }) => filter.status !== undefined);
    const groups = await this.database.run(scope, (client) =>
      client.order.groupBy({ by: hasStatus ? ['userId', 'status'] : ['userId'], where, _count: { _all: true } }),
    );
    const counts = new Map<string, number>();
    for (const { userId, status, _count } of groups) {
      counts.set(`${userId} ${status}`, _count._all);
      if (hasStatus) counts.set(`${userId} undefined`, (counts.get(`${userId} undefined`) ?? 0) + _count._all);
    }
    return users.map(({ userId, filter }) => counts.get(`${userId} ${filter.status}`) ?? 0);
  }

  /** Places an order at the current prices of its products. Rejects with BAD_USER_INPUT, and stores nothing, if there is a reason against it. */
  async place(input: CreateOrderInput, scope: Scope): Promise<OrderRow> {
    const count = input.items.length;
    if (count < 1 || count > MAX_ITEMS) {
      throw invalidInputError([{ field: 'items', message: `must have between 1 and ${MAX_ITEMS} items` }]);
    }
    // A user or product that is deleted meanwhile is reported as unknown by the next attempt.
    return retryOnConflict(
      scope,
      (error) => isRolledBack(error) || REFERENCES.has(violatedConstraint(error) ?? ''),
      (attempt) => this.#tryToPlace(input, attempt),
    );
  }

  async #tryToPlace(input: CreateOrderInput, scope: Scope): Promise<OrderRow> {
    const userId = input.userId ?? null;
    const [products, userExists] = await Promise.all([
      this.#readPrices(input, scope),
      userId === null ? true : this.#userExists(userId, scope),
    ]);
    const { total, currency, items } = priceOrder(input, products, userExists);
    const stored = items.map((item, position) => ({ ...item, position }));
    const order = await this.database.run(scope, (client) =>
      client.order.create({ data: { userId, total, currency, items: { createMany: { data: stored } } } }),
    );
    return { ...toRow<OrderRow>(order), items };
  }

  /** The products of an order that exist, by id. */
  async #readPrices({ items }: CreateOrderInput, scope: Scope) {
    const ids = padKeys([...new Set(items.map(({ productId }) => productId))]);
    const products = await this.database.run(scope, (client) =>
      client.product.findMany({ where: { id: { in: ids } }, select: { id: true, price: true, currency: true } }),
    );
    return new Map(products.map(({ id, ...product }) => [Number(id), product]));
  }

  async #userExists(id: number, scope: Scope): Promise<boolean> {
    const found = await this.database.run(scope, (client) =>
      client.user.findMany({ where: { id }, select: { id: true } }),
    );
    return found.length > 0;
  }
}

const MAX_ITEMS = 100;

/** Prices an order by its products, by id, of which those that do not exist are missing. Throws BAD_USER_INPUT. */
function priceOrder(
  { items, userId }: CreateOrderInput,
  products: ReadonlyMap<number, { price: bigint; currency: string }>,
  userExists: boolean,
) {
  const problems = items.flatMap(({ productId }, position): Problem[] => {
    if (products.has(productId)) return [];
    const message = `must be the id of an existing product; ${productId} does not exist`;
    return [{ field: `items.${position}.productId`, message }];
  });
  if (!userExists)
    problems.push({ field: 'userId', message: `must be the id of an existing user; ${userId} does not exist` });
  const currencies = [...new Set([...products.values()].map(({ currency }) => currency))].toSorted();
  if (currencies.length > 1) {
    problems.push({ field: 'items', message: `must have prices in one currency, not in ${currencies.join(' and ')}` });
  }
  if (problems.length > 0) throw invalidInputError(problems);

  const priced = items.map(({ productId, quantity }) => ({ productId, quantity, ...products.get(productId)! }));
  const total = priced.reduce((sum, { price, quantity }) => sum + price * BigInt(quantity), 0n);
  if (total > Number.MAX_SAFE_INTEGER) {
    const message = `must have a total of at most ${Number.MAX_SAFE_INTEGER} minor units`;
    throw invalidInputError([{ field: 'items', message }]);
  }
  return {
    total: Number(total),
    currency: currencies[0]!,
    items: priced.map(({ productId, quantity, price }) => ({ productId, quantity, unitPrice: Number(price) })),
  };
}
