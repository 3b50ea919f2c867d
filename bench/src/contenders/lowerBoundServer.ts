// The lower bound: node:http and the bare driver, with one prepared statement for each request and no library in between.
// It validates next to nothing.
import { createServer, type IncomingMessage } from 'node:http';
import { createAuthorise } from './authorise.ts';
import { databaseUrl, port, secret } from './environment.ts';
import { openPool } from './openPool.ts';

const pool = openPool(databaseUrl);
const authorise = createAuthorise(secret);

interface Answer {
  status: number;
  body: unknown;
}

const USER = `SELECT id::int4, concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) AS name FROM users WHERE id = $1`;
const BY_OFFSET = 'SELECT id::int4, name FROM products ORDER BY id LIMIT $1 OFFSET $2';
const BY_CURSOR = 'SELECT id::int4, name FROM products WHERE id > $1 ORDER BY id LIMIT $2';
const COUNT_PRODUCTS = 'SELECT count(*)::int4 FROM products';
const COUNT_ORDERS = 'SELECT count(*)::int4 FROM orders';
const ORDERS = `
  SELECT page.id::int4, lower(status::text) AS status,
    (SELECT json_agg(json_build_object('quantity', quantity, 'unitPrice', unit_price,
       'product', json_build_object('id', products.id, 'name', products.name)) ORDER BY position)
     FROM order_items JOIN products ON products.id = product_id WHERE order_id = page.id) AS items,
    (SELECT json_build_object('id', users.id, 'name', concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')))
     FROM users WHERE users.id = user_id) AS user
  FROM (SELECT * FROM orders ORDER BY id LIMIT $1 OFFSET $2) AS page ORDER BY page.id`;
const CREATE = `
  INSERT INTO users (first_name, last_name) VALUES ($1, $2)
  RETURNING id::int4, concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) AS name`;

const NAMES = new Map(
  [USER, BY_OFFSET, BY_CURSOR, COUNT_PRODUCTS, COUNT_ORDERS, ORDERS, CREATE].map((sql, n) => [sql, `s${n}`]),
);

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await pool.query<Record<string, unknown>>({ name: NAMES.get(text)!, text, values })).rows;
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://bench');
  const { authorization } = request.headers;
  const limit = Number(searchParams.get('limit'));
  const offset = Number(searchParams.get('offset'));
  if (request.method === 'POST') {
    await authorise(authorization, ['users:write']);
    const { name } = (await readJson(request)) as { name: string };
    const [, firstName, lastName] = /^(\S*)\s*([^]*)$/.exec(name.trim())!;
    const [user] = await query(CREATE, [firstName, lastName]);
    return { status: 201, body: user };
  }
  if (pathname.startsWith('/v1/users/')) {
    await authorise(authorization, ['users:read']);
    const [user] = await query(USER, [pathname.slice('/v1/users/'.length)]);
    return user ? { status: 200, body: user } : { status: 404, body: { error: 'There is no such user.' } };
  }
  if (pathname === '/v1/orders') {
    await authorise(authorization, ['orders:read', 'users:read', 'products:read']);
    const [data, [count]] = await Promise.all([query(ORDERS, [limit, offset]), query(COUNT_ORDERS)]);
    return { status: 200, body: { data, pagination: { limit, offset, total: count!['count'] } } };
  }
  await authorise(authorization, ['products:read']);
  if (searchParams.has('cursor')) {
    const found = await query(BY_CURSOR, [Number(searchParams.get('cursor') || -1), limit + 1]);
    const data = found.slice(0, limit);
    const hasMore = found.length > limit;
    return {
      status: 200,
      body: { data, pagination: { nextCursor: hasMore ? String(data.at(-1)?.['id']) : null, hasMore } },
    };
  }
  const [data, [count]] = await Promise.all([query(BY_OFFSET, [limit, offset]), query(COUNT_PRODUCTS)]);
  return { status: 200, body: { data, pagination: { limit, offset, total: count!['count'] } } };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return JSON.parse(text);
}

createServer(async (request, response) => {
  let { status, body }: Answer = { status: 500, body: {} };
  try {
    ({ status, body } = await answer(request));
  } catch (error) {
    status = (error as { status?: number }).status ?? 500;
  }
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}).listen(port, '127.0.0.1');
