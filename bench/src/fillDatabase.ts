import pg from 'pg';

export const USERS = 10_000;
export const PRODUCTS = 2_000;
export const ORDERS = 2_000;
/** Lines of each order. */
const ITEMS = 3;

/** Fills a migrated, empty database with the same rows each time. */
export async function fillDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      INSERT INTO users (first_name, last_name, email)
      SELECT 'First' || n, 'Last' || n, 'user' || n || '@example.com' FROM generate_series(1, ${USERS}) AS n;
      INSERT INTO products (name, description, price, currency)
      SELECT 'Product ' || n, 'What product ' || n || ' is.', 100 + n, 'EUR' FROM generate_series(1, ${PRODUCTS}) AS n;
      INSERT INTO orders (user_id, total, currency)
      SELECT 1 + n * 7 % ${USERS}, 300, 'EUR' FROM generate_series(1, ${ORDERS}) AS n;
      INSERT INTO order_items (order_id, position, product_id, quantity, unit_price)
      SELECT n, position, 1 + (n * 11 + position * 101) % ${PRODUCTS}, 1 + position, 100
      FROM generate_series(1, ${ORDERS}) AS n, generate_series(0, ${ITEMS - 1}) AS position;`);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
