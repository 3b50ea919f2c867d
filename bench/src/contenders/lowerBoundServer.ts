// The lower bound: node:http and the bare driver, with one prepared statement for each request and no library in between.
// It validates next to nothing.
import { createServer, type IncomingMessage } from 'node:http';
import { createAuthorise } from './authorise.ts';
import { databaseUrl, port, secret } from './environment.ts';
import { openStatements } from './openStatements.ts';

const statements = openStatements(databaseUrl);
const authorise = createAuthorise(secret);

interface Answer {
  status: number;
  body: unknown;
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
    return { status: 201, body: await statements.createUser(firstName!, lastName!) };
  }
  if (pathname.startsWith('/v1/users/')) {
    await authorise(authorization, ['users:read']);
    const user = await statements.readUser(pathname.slice('/v1/users/'.length));
    return user ? { status: 200, body: user } : { status: 404, body: { error: 'There is no such user.' } };
  }
  if (pathname === '/v1/orders') {
    await authorise(authorization, ['orders:read', 'users:read', 'products:read']);
    const [data, total] = await Promise.all([statements.readOrders(limit, offset), statements.countOrders()]);
    return { status: 200, body: { data, pagination: { limit, offset, total } } };
  }
  await authorise(authorization, ['products:read']);
  if (searchParams.has('cursor')) {
    const found = await statements.readProductsAfter(Number(searchParams.get('cursor') || -1), limit + 1);
    const data = found.slice(0, limit);
    const hasMore = found.length > limit;
    return {
      status: 200,
      body: { data, pagination: { nextCursor: hasMore ? String(data.at(-1)?.id) : null, hasMore } },
    };
  }
  const [data, total] = await Promise.all([statements.readProducts(limit, offset), statements.countProducts()]);
  return { status: 200, body: { data, pagination: { limit, offset, total } } };
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
