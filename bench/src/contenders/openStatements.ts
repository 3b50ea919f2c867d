import { openPool } from './openPool.ts';

export interface Item {
  id: number;
  name: string;
}

/** What those do that use the driver: one prepared statement each. */
export interface Statements {
  readUser(id: unknown): Promise<Item | undefined>;
  readProducts(limit: number, offset: number): Promise<Item[]>;
  readProductsAfter(id: number, limit: number): Promise<Item[]>;
  countProducts(): Promise<number>;
  readOrders(limit: number, offset: number): Promise<object[]>;
  countOrders(): Promise<number>;
  createUser(firstName: string, lastName: string): Promise<Item>;
}

const NAME = `concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) AS name`;

/** Opens a pool, and prepares each statement on first use of a connection. */
export function openStatements(databaseUrl: string): Statements {
  const pool = openPool(databaseUrl);
  const prepare =
    <Row extends object>(name: string, text: string) =>
    async (...values: unknown[]): Promise<Row[]> =>
      (await pool.query<Row>({ name, text, values })).rows;

  const readUser = prepare<Item>('readUser', `SELECT id::int4, ${NAME} FROM users WHERE id = $1`);
  const countProducts = prepare<{ count: number }>('countProducts', 'SELECT count(*)::int4 FROM products');
  const countOrders = prepare<{ count: number }>('countOrders', 'SELECT count(*)::int4 FROM orders');
  const createUser = prepare<Item>(
    'createUser',
    `INSERT INTO users (first_name, last_name) VALUES ($1, $2) RETURNING id::int4, ${NAME}`,
  );
  return {
    readUser: async (id) => (await readUser(id))[0],
    readProducts: prepare(
      'readProducts',
      'SELECT id::int4, name FROM products ORDER BY products.id LIMIT $1 OFFSET $2',
    ),
    readProductsAfter: prepare(
      'readProductsAfter',
      'SELECT id::int4, name FROM products WHERE id > $1 ORDER BY products.id LIMIT $2',
    ),
    countProducts: async () => (await countProducts())[0]!.count,
    readOrders: prepare(
      'readOrders',
      `SELECT page.id::int4, lower(status::text) AS status,
         (SELECT json_agg(json_build_object('quantity', quantity, 'unitPrice', unit_price,
            'product', json_build_object('id', products.id, 'name', products.name)) ORDER BY position)
          FROM order_items JOIN products ON products.id = product_id WHERE order_id = page.id) AS items,
         (SELECT json_build_object('id', users.id, 'name', concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')))
          FROM users WHERE users.id = user_id) AS user
       FROM (SELECT * FROM orders ORDER BY id LIMIT $1 OFFSET $2) AS page ORDER BY page.id`,
    ),
    countOrders: async () => (await countOrders())[0]!.count,
    createUser: async (firstName, lastName) => (await createUser(firstName, lastName))[0]!,
  };
}
