import pg from 'pg';

/** The users of the probe of orders. */
export interface LargeOrders {
  /** Users with a number of orders of one line each. */
  byOrders: readonly { userId: number; orders: number }[];
  /** Users with 100 orders, each with a number of lines. */
  byItems: readonly { userId: number; items: number }[];
}

/** Adds users whose orders, or whose orders' lines, are many; `sizes` are numbers of orders. */
export async function fillLargeOrders(
  databaseUrl: string,
  { orders, items }: { orders: readonly number[]; items: readonly number[] },
): Promise<LargeOrders> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const byOrders: { userId: number; orders: number }[] = [];
    for (const size of orders) byOrders.push({ userId: await fill(size, 1), orders: size });
    const byItems: { userId: number; items: number }[] = [];
    for (const size of items) byItems.push({ userId: await fill(100, size), items: size });
    await client.query('VACUUM ANALYZE');
    return { byOrders, byItems };
  } finally {
    await client.end();
  }

  /** Adds a user; returns the id. */
  async function fill(orderCount: number, itemCount: number): Promise<number> {
    const { rows } = await client.query<{ id: number }>(
      `WITH customer AS (
         INSERT INTO users (first_name, last_name) VALUES ('Large', $1::int || ' x ' || $2::int) RETURNING id
       ), placed AS (
         INSERT INTO orders (user_id, total, currency)
         SELECT customer.id, 100 * $2::int, 'EUR' FROM customer, generate_series(1, $1::int) RETURNING id
       ), line AS (
         INSERT INTO order_items (order_id, position, product_id, quantity, unit_price)
         SELECT placed.id, position, 1 + (placed.id * 7 + position * 101) % 1000, 1, 100
         FROM placed, generate_series(0, $2::int - 1) AS position
       )
       SELECT id::int FROM customer`,
      [orderCount, itemCount],
    );
    return rows[0]!.id;
  }
}
