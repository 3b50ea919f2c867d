// The interface as one would write it by hand for speed: Fastify, which validates and serializes by JSON Schema, and the
// driver, with the statements of the lower bound.
import fastify, { type onRequestAsyncHookHandler } from 'fastify';
import { createAuthorise } from './authorise.ts';
import { databaseUrl, port, secret } from './environment.ts';
import { openStatements } from './openStatements.ts';

const statements = openStatements(databaseUrl);
const authorise = createAuthorise(secret);

const requires =
  (...scopes: string[]): onRequestAsyncHookHandler =>
  async (request) => {
    await authorise(request.headers.authorization, scopes);
  };

const integer = { type: 'integer' } as const;
const string = { type: 'string' } as const;
const id = { type: 'integer', minimum: 0 } as const;
const object = <Properties extends Record<string, object>>(properties: Properties) =>
  ({ type: 'object', properties, required: Object.keys(properties) }) as const;
const array = <Items extends object>(items: Items) => ({ type: 'array', items }) as const;

const item = object({ id: integer, name: string });
const user = { ...item, nullable: true };
const order = object({
  id: integer,
  status: string,
  items: array(object({ quantity: integer, unitPrice: integer, product: item })),
  user,
});
const byOffset = object({ limit: integer, offset: integer, total: integer });
const byCursor = object({ nextCursor: { type: 'string', nullable: true }, hasMore: { type: 'boolean' } });

const limit = { type: 'integer', minimum: 1, maximum: 100, default: 20 } as const;
const page = { type: 'object', properties: { limit, offset: { ...id, default: 0 } } } as const;
const productPage = { type: 'object', properties: { ...page.properties, cursor: string } } as const;

interface Page {
  limit: number;
  offset: number;
}

const app = fastify();

app.get<{ Params: { id: number } }>(
  '/v1/users/:id',
  { onRequest: requires('users:read'), schema: { params: object({ id }), response: { 200: item } } },
  async (request, reply) =>
    (await statements.readUser(request.params.id)) ?? reply.code(404).send({ error: 'There is no such user.' }),
);

const newUser = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
    email: { type: 'string', format: 'email', nullable: true },
  },
  required: ['name'],
} as const;

app.post<{ Body: { name: string } }>(
  '/v1/users',
  { onRequest: requires('users:write'), schema: { body: newUser, response: { 201: item } } },
  async (request, reply) => {
    const [firstName = '', ...rest] = request.body.name.trim().split(/\s+/);
    const created = await statements.createUser(firstName, rest.join(' '));
    return reply.code(201).header('location', `/v1/users/${created.id}`).send(created);
  },
);

app.get<{ Querystring: Page & { cursor?: string } }>(
  '/v1/products',
  {
    onRequest: requires('products:read'),
    schema: {
      querystring: productPage,
      response: { 200: object({ data: array(item), pagination: { anyOf: [byOffset, byCursor] } }) },
    },
  },
  async ({ query }) => {
    if (query.cursor === undefined) {
      const [data, total] = await Promise.all([
        statements.readProducts(query.limit, query.offset),
        statements.countProducts(),
      ]);
      return { data, pagination: { limit: query.limit, offset: query.offset, total } };
    }
    const after = query.cursor === '' ? -1 : Number(Buffer.from(query.cursor, 'base64url').toString());
    const found = await statements.readProductsAfter(after, query.limit + 1);
    const hasMore = found.length > query.limit;
    const data = found.slice(0, query.limit);
    const nextCursor = hasMore ? Buffer.from(String(data.at(-1)?.id)).toString('base64url') : null;
    return { data, pagination: { nextCursor, hasMore } };
  },
);

// Nobody asks for orders without items and user here.
app.get<{ Querystring: Page }>(
  '/v1/orders',
  {
    onRequest: requires('orders:read', 'users:read', 'products:read'),
    schema: { querystring: page, response: { 200: object({ data: array(order), pagination: byOffset }) } },
  },
  async ({ query }) => {
    const [data, total] = await Promise.all([
      statements.readOrders(query.limit, query.offset),
      statements.countOrders(),
    ]);
    return { data, pagination: { limit: query.limit, offset: query.offset, total } };
  },
);

app.setErrorHandler((error: { statusCode?: number; status?: number; message: string }, _, reply) => {
  const status = error.statusCode ?? error.status ?? 500;
  void reply.code(status).send({ error: status === 500 ? 'Something went wrong.' : error.message });
});

await app.listen({ port, host: '127.0.0.1' });
