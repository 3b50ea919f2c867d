import type { ClientBase } from 'pg';
import { CITIES } from './cities.ts';
import { demoOrders } from './demoOrders.ts';
import { PEOPLE } from './people.ts';
import { PRODUCTS } from './products.ts';

const DAY_MS = 86_400_000;

/**
 * Loads the demo data set, once: the row in `data_sets` remains when everything else is deleted. Of several processes that
 * start together one loads it, and the others wait. False if it was loaded before.
 */
export async function loadDemoData(database: ClientBase, now = new Date()): Promise<boolean> {
  await database.query('BEGIN');
  try {
    const claim = await database.query(`INSERT INTO data_sets (name) VALUES ('demo') ON CONFLICT DO NOTHING`);
    if (claim.rowCount === 1) await insertAll(database, now);
    await database.query('COMMIT');
    return claim.rowCount === 1;
  } catch (error) {
    await database.query('ROLLBACK');
    throw error;
  }
}

async function insertAll(database: ClientBase, now: Date): Promise<void> {
  const orders = demoOrders(now);
  const userIds = await nextIds(database, 'users', PEOPLE.length);
  const productIds = await nextIds(database, 'products', PRODUCTS.length);
  const orderIds = await nextIds(database, 'orders', orders.length);

  // In a database that already has users, an e-mail address may be taken.
  await insert(
    database,
    `INSERT INTO users (id, first_name, last_name, email, created_at)
     SELECT id, first_name, last_name, CASE WHEN lower(email) = any(SELECT lower(email) FROM users) THEN NULL ELSE email END, at
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
       AS people (id, first_name, last_name, email, at)`,
    PEOPLE.map(({ firstName, lastName, email }, index) => [
      userIds[index],
      firstName,
      lastName,
      email,
      new Date(now.getTime() - (400 - 1.5 * index) * DAY_MS),
    ]),
  );
  await insert(
    database,
    `INSERT INTO products (id, name, description, price, created_at, currency)
     SELECT *, 'EUR' FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[])`,
    PRODUCTS.map(({ name, description, price }, index) => [
      productIds[index],
      name,
      description,
      price,
      new Date(now.getTime() - (420 - index) * DAY_MS),
    ]),
  );
  await insert(
    database,
    `INSERT INTO orders (id, status, user_id, total, currency, created_at)
     SELECT id, status, user_id, total, 'EUR', at
     FROM unnest($1::bigint[], $2::order_status[], $3::bigint[], $4::bigint[], $5::timestamptz[])
       AS orders (id, status, user_id, total, at)`,
    orders.map(({ status, person, total, createdAt }, index) => [
      orderIds[index],
      status,
      person === null ? null : userIds[person],
      total,
      createdAt,
    ]),
  );
  await insert(
    database,
    `INSERT INTO order_items (order_id, position, product_id, quantity, unit_price)
     SELECT * FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::int[], $5::bigint[])`,
    orders.flatMap(({ items }, index) =>
      items.map(({ product, quantity, unitPrice }, position) => [
        orderIds[index],
        position,
        productIds[product],
        quantity,
        unitPrice,
      ]),
    ),
  );
  await insert(
    database,
    `INSERT INTO cities (name, key, time_zone) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
     ON CONFLICT DO NOTHING`,
    CITIES.map(({ name, key, timeZone }) => [name, key, timeZone]),
  );
}

/** Takes ids from the table's sequence, so that later ids follow them. */
async function nextIds(database: ClientBase, table: string, count: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT nextval(pg_get_serial_sequence($1, 'id')) AS id FROM generate_series(1, $2::int)`,
    [table, count],
  );
  return rows.map(({ id }) => id);
}

/** Runs a statement whose parameters are the columns of these rows, one array each. */
async function insert(database: ClientBase, statement: string, rows: unknown[][]): Promise<void> {
  const columns = rows[0]?.map((_, column) => rows.map((row) => row[column])) ?? [];
  await database.query(statement, columns);
}
