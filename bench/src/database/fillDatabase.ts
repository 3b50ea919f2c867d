import pg from 'pg';

/** How many rows the tables have. */
export interface Sizes {
  users: number;
  products: number;
  orders: number;
}

/** The sizes of a run that does not ask for others. */
const DEFAULT_SIZES: Sizes = { users: 10_000, products: 2_000, orders: 2_000 };

/** Lines of each order. */
const ITEMS = 3;

/** Rows of one statement: what a killed run leaves to the server takes seconds. */
const BATCH = 20_000;

/** The sizes for `rows` users, products and orders each; today's sizes without it. */
export function sizesOf(rows?: number): Sizes {
  return rows === undefined ? DEFAULT_SIZES : { users: rows, products: rows, orders: rows };
}

/** The statements that fill each table with the rows $1 to $2; the same rows each time. */
export function fillStatements({ users, products, orders }: Sizes): { rows: number; text: string }[] {
  return [
    {
      rows: users,
      text: `INSERT INTO users (first_name, last_name, email)
        SELECT 'First' || n, 'Last' || n, 'user' || n || '@example.com' FROM generate_series($1::int8, $2::int8) AS n`,
    },
    {
      rows: products,
      text: `INSERT INTO products (name, description, price, currency)
        SELECT 'Product ' || n, 'What product ' || n || ' is.', 100 + n, 'EUR' FROM generate_series($1::int8, $2::int8) AS n`,
    },
    {
      rows: orders,
      text: `WITH placed AS (
          INSERT INTO orders (user_id, total, currency)
          SELECT 1 + n * 7 % ${users}, 300, 'EUR' FROM generate_series($1::int8, $2::int8) AS n RETURNING id)
        INSERT INTO order_items (order_id, position, product_id, quantity, unit_price)
        SELECT id, position, 1 + (id * 11 + position * 101) % ${products}, 1 + position, 100
        FROM placed, generate_series(0, ${ITEMS - 1}) AS position`,
    },
  ];
}

/** Fills a migrated, empty database; `onProgress` receives the number of rows so far, and of all. */
export async function fillDatabase(
  url: string,
  sizes: Sizes,
  onProgress: (done: number, all: number) => void,
): Promise<void> {
  const statements = fillStatements(sizes);
  const all = statements.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Nobody needs this database after a crash of the server.
    await client.query('SET synchronous_commit = off');
    for (const { rows, text } of statements) {
      for (let first = 1; first <= rows; first += BATCH) {
        const last = Math.min(rows, first + BATCH - 1);
        await client.query(text, [first, last]);
        done += last - first + 1;
        onProgress(done, all);
      }
    }
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
