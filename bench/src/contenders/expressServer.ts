// The interface as one would write it by hand, with express and Prisma: routes, validation, one query or two, JSON.
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { z } from 'zod';
import { createAuthorise } from './authorise.ts';
import { databaseUrl, port, secret } from './environment.ts';
import { openPrisma } from './openPrisma.ts';

const prisma = openPrisma(databaseUrl);
const authorise = createAuthorise(secret);

const requires =
  (...scopes: string[]): RequestHandler =>
  async (request, _, next) => {
    await authorise(request.headers.authorization, scopes);
    next();
  };

const Id = z.coerce.number().int().min(0);
const Limit = z.coerce.number().int().min(1).max(100).default(20);
const Page = z.object({ limit: Limit, offset: Id.default(0) });
const CursorPage = z.object({ limit: Limit, cursor: z.string() });
const NewUser = z.object({ name: z.string().trim().min(1).max(200), email: z.email().nullable().default(null) });

const PERSON = { id: true, firstName: true, lastName: true } as const;
const PRODUCT = { id: true, name: true } as const;
const ORDER = {
  id: true,
  status: true,
  items: {
    orderBy: { position: 'asc' },
    select: { quantity: true, unitPrice: true, product: { select: PRODUCT } },
  },
  user: { select: PERSON },
} as const;

interface Person {
  id: bigint;
  firstName: string;
  lastName: string;
}

const toUser = ({ id, firstName, lastName }: Person) => ({
  id: Number(id),
  name: lastName === '' ? firstName : `${firstName} ${lastName}`,
});
const toProduct = ({ id, name }: { id: bigint; name: string }) => ({ id: Number(id), name });

const app = express().disable('x-powered-by').disable('etag');
app.use(express.json());

app.get('/v1/users/:id', requires('users:read'), async (request, response) => {
  const user = await prisma.user.findUnique({ where: { id: Id.parse(request.params['id']) }, select: PERSON });
  if (user) response.json(toUser(user));
  else response.status(404).json({ error: 'There is no such user.' });
});

app.post('/v1/users', requires('users:write'), async (request, response) => {
  const { name, email } = NewUser.parse(request.body);
  const [firstName = '', ...rest] = name.split(/\s+/);
  const data = { firstName, lastName: rest.join(' '), email };
  const user = await prisma.user.create({ data, select: PERSON });
  response.status(201).location(`/v1/users/${user.id}`).json(toUser(user));
});

app.get('/v1/products', requires('products:read'), async (request, response) => {
  const byId = { select: PRODUCT, orderBy: { id: 'asc' } } as const;
  if ('cursor' in request.query) {
    const { limit, cursor } = CursorPage.parse(request.query);
    const after = cursor === '' ? -1 : Id.parse(Buffer.from(cursor, 'base64url').toString());
    const found = await prisma.product.findMany({ ...byId, where: { id: { gt: after } }, take: limit + 1 });
    const hasMore = found.length > limit;
    const data = found.slice(0, limit).map(toProduct);
    const nextCursor = hasMore ? Buffer.from(String(data.at(-1)?.id)).toString('base64url') : null;
    response.json({ data, pagination: { nextCursor, hasMore } });
    return;
  }
  const { limit, offset } = Page.parse(request.query);
  const [products, total] = await Promise.all([
    prisma.product.findMany({ ...byId, take: limit, skip: offset }),
    prisma.product.count(),
  ]);
  response.json({ data: products.map(toProduct), pagination: { limit, offset, total } });
});

// Nobody asks for orders without items and user here.
app.get('/v1/orders', requires('orders:read', 'users:read', 'products:read'), async (request, response) => {
  const { limit, offset } = Page.parse(request.query);
  const [orders, total] = await Promise.all([
    prisma.order.findMany({ orderBy: { id: 'asc' }, take: limit, skip: offset, select: ORDER }),
    prisma.order.count(),
  ]);
  const data = orders.map(({ id, status, items, user }) => ({
    id: Number(id),
    status: status.toLowerCase(),
    items: items.map(({ quantity, unitPrice, product }) => ({
      quantity,
      unitPrice: Number(unitPrice),
      product: toProduct(product),
    })),
    user: user && toUser(user),
  }));
  response.json({ data, pagination: { limit, offset, total } });
});

const answerError: ErrorRequestHandler = (error: { status?: number; message: string }, _, response, _next) => {
  const status = error instanceof z.ZodError ? 400 : (error.status ?? 500);
  response.status(status).json({ error: status === 500 ? 'Something went wrong.' : error.message });
};
app.use(answerError);

app.listen(port, '127.0.0.1');
