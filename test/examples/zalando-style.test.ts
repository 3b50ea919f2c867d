// Zalando's RESTful API guidelines, asked of examples/zalando-style by HTTP. Every response is validated against its OpenAPI
// document.
import { describe, expect, test } from 'vitest';
import { startShop } from '../../examples/zalando-style/server.ts';
import { openExample } from './support/openExample.ts';

const { server: shop, send } = await openExample(startShop, {}, ['x-request-id', 'x-content-type-options']);

const empty = { vary: 'Accept', 'cache-control': 'private, no-store' };
const headers = { ...empty, 'content-type': 'application/json' };
const tagOf = (version: number) => expect.stringMatching(new RegExp(`^"${version}\\.[\\w-]+"$`)) as string;
const problem = (status: number, title: string, own: object) => ({
  status,
  headers: { ...empty, 'content-type': 'application/problem+json' },
  body: { type: 'about:blank', title, status, ...own },
});
const euros = (amount: number) => ({ amount, currency: 'EUR' });

const first = {
  id: '1',
  customer: 'Ada',
  status: 'DELIVERED',
  channel: 'WEB',
  total: euros(19.95),
  discount: euros(5),
  lines: [{ sku: 'SHOE', quantity: 1, unit_price: euros(19.95) }],
  created_at: '2027-01-01T10:00:00Z',
  modified_at: '2027-01-01T10:00:00Z',
};
const input = { customer: 'Ada', channel: 'APP', lines: [{ sku: 'HAT', quantity: 2, unit_price: euros(9.99) }] };
const placed = {
  ...input,
  status: 'OPEN',
  total: euros(19.98),
  created_at: '2027-02-01T10:00:00Z',
  modified_at: '2027-02-01T10:00:00Z',
};

describe('an order', () => {
  test('is in snake_case, without nulls, and has its version as the entity tag', async () => {
    const found = await send('GET /orders/1');
    expect(found).toEqual({ status: 200, headers: { ...headers, etag: tagOf(1) }, body: first });
    const { etag = '' } = found.headers;
    expect(await send('GET /orders/1', undefined, { 'if-none-match': etag })).toEqual({
      status: 304,
      headers: { ...empty, etag },
      body: undefined,
    });
  });

  test('has the properties that the client lists', async () => {
    expect(await send('GET /orders/1?fields=total.amount,lines.sku')).toEqual({
      status: 200,
      headers: { ...headers, etag: tagOf(1) },
      body: { id: '1', total: { amount: 19.95 }, lines: [{ sku: 'SHOE' }] },
    });
  });

  test('that does not exist is a problem', async () => {
    expect(await send('GET /orders/99')).toEqual(
      problem(404, 'Not Found', { detail: 'No Order was found for order_id 99.' }),
    );
  });
});

describe('a list', () => {
  const get = async (url: unknown) => (await send(`GET ${url as string}`)).body as Record<string, unknown>;
  const ids = ({ items }: Record<string, unknown>) => (items as { id: string }[]).map(({ id }) => id);

  test('has links to its other pages, in both directions', async () => {
    const cursor = '[\\w-]+';
    const at = (parameter: string) => expect.stringMatching(new RegExp(`^/orders\\?${parameter}&limit=2$`)) as string;
    const firstPage = await send('GET /orders?limit=2');
    expect(firstPage).toEqual({
      status: 200,
      headers: { ...headers, link: expect.stringContaining('rel="next"') as string },
      body: {
        self: '/orders?limit=2',
        first: '/orders?cursor=&limit=2',
        next: at(`cursor=${cursor}`),
        last: '/orders?before=&limit=2',
        items: [
          { id: '5', customer: 'Grace', status: 'OPEN', total: euros(99.75), created_at: '2027-01-05T10:00:00Z' },
          { id: '4', customer: 'Ada', status: 'OPEN', total: euros(79.8), created_at: '2027-01-04T10:00:00Z' },
        ],
      },
    });
    const { next } = firstPage.body as { next: string };
    const second = await get(next);
    expect({ ...second, items: ids(second) }).toEqual({
      self: next,
      first: '/orders?cursor=&limit=2',
      prev: at(`before=${cursor}`),
      next: at(`cursor=${cursor}`),
      last: '/orders?before=&limit=2',
      items: ['3', '2'],
    });
    expect(ids(await get(second['next']))).toEqual(['1']);
    expect(await get(second['next'])).not.toHaveProperty('next');
    expect(ids(await get(second['prev']))).toEqual(['5', '4']);
    expect(ids(await get(second['last']))).toEqual(['2', '1']);
  });

  test.each([
    ['sort=%2Bcustomer,-created_at', ['4', '1', '3', '5', '2']],
    ['status=OPEN,IN_DELIVERY', ['5', '4', '3']],
    ['q=ad&status=OPEN', ['4']],
    ['created_after=2027-01-04T10:00:00%2B01:00', ['5', '4']],
  ])('with %s has the orders %j', async (query, expected) => {
    expect(ids(await get(`/orders?${query}&fields=id`))).toEqual(expected);
  });

  const SORTS = '"+created_at", "-created_at", "+customer", "-customer"';
  test.each([
    ['sort=age', 'sort', 'sort.0', `must be one of ${SORTS}`],
    ['status=LOST', 'status', 'status.0', 'must be one of "OPEN", "IN_DELIVERY", "DELIVERED"'],
    ['created_after=now', 'created_after', 'created_after', 'must be a date and time such as 2027-01-31T09:30:00Z'],
  ])('with %s is refused', async (query, parameter, name, detail) => {
    const problems = [{ code: 'INVALID', detail, parameter }];
    expect(await send(`GET /orders?${query}`)).toEqual(
      problem(400, 'Bad Request', { detail: `${name} ${detail}`, problems }),
    );
  });
});

describe('an order that is placed', () => {
  test('is where its Location says', async () => {
    const created = await send('POST /orders', input);
    expect(created).toEqual({
      status: 201,
      headers: { ...headers, location: '/orders/6', etag: tagOf(1) },
      body: { id: '6', ...placed },
    });
    expect((await send('GET /orders/6')).body).toEqual(created.body);
  });

  test('names each invalid property by a pointer', async () => {
    const lines = [{ sku: 'HAT', quantity: 1, unit_price: { amount: '1', currency: 'euro' } }];
    expect(await send('POST /orders', { customer: '', lines })).toEqual(
      problem(400, 'Bad Request', {
        detail: expect.stringContaining('customer must not be empty; channel is required; ') as string,
        problems: [
          { code: 'INVALID', detail: 'must not be empty', pointer: '/customer' },
          { code: 'INVALID', detail: 'is required', pointer: '/channel' },
          { code: 'INVALID', detail: 'must be a number', pointer: '/lines/0/unit_price/amount' },
          { code: 'INVALID', detail: 'must match [A-Z]{3}', pointer: '/lines/0/unit_price/currency' },
        ],
      }),
    );
  });

  test('breaks rules of the domain', async () => {
    const dollars = { sku: 'HAT', quantity: 1, unit_price: { amount: 1, currency: 'USD' } };
    const currencies = {
      code: 'MIXED_CURRENCIES',
      detail: 'An order has one currency.',
      pointer: '/lines/1/unit_price/currency',
    };
    expect(await send('POST /orders', { ...input, lines: [...input.lines, dollars] })).toEqual(
      problem(422, 'Unprocessable Entity', { detail: currencies.detail, problems: [currencies] }),
    );
    const detail = 'SOLD is out of stock.';
    const sold = { code: 'OUT_OF_STOCK', detail, pointer: '/lines/0/sku' };
    expect(await send('POST /orders', { ...input, lines: [{ ...input.lines[0], sku: 'SOLD' }] })).toEqual(
      problem(409, 'Conflict', { type: '/problems/out-of-stock', detail, problems: [sold] }),
    );
  });
});

describe('optimistic locking', () => {
  const varied = { ...headers, vary: 'Accept, If-Match' };

  test('writes the version that the client has read', async () => {
    const { etag = '' } = (await send('GET /orders/1')).headers;
    const patch = { 'if-match': etag, 'content-type': 'application/merge-patch+json' };
    const changed = { ...first, note: 'Gift', modified_at: '2027-02-02T10:00:00Z' };
    expect(await send('PATCH /orders/1', { note: 'Gift' }, patch)).toEqual({
      status: 200,
      headers: { ...varied, etag: tagOf(2) },
      body: changed,
    });
    const conflict = problem(412, 'Precondition Failed', {
      type: '/problems/version-conflict',
      detail: 'The order has version 2.',
    });
    expect(await send('PATCH /orders/1', { note: 'No gift' }, patch)).toEqual(conflict);
    expect(await send('DELETE /orders/1', undefined, { 'if-match': etag })).toEqual(conflict);
    const { note: _, ...plain } = changed;
    expect((await send('PATCH /orders/1', { note: null }, { 'if-match': '"2"' })).body).toEqual(plain);
    expect(await send('DELETE /orders/1', undefined, { 'if-match': '"3"' })).toEqual({
      status: 204,
      headers: { ...empty, vary: 'Accept, If-Match' },
      body: undefined,
    });
    expect((await send('GET /orders/1')).status).toBe(404);
  });
});

test('an export is accepted, and found where its Location says; the flow id comes back', async () => {
  const body = { id: 'export-1', status: 'RUNNING' };
  expect(await send('POST /order-exports', undefined, { 'x-flow-id': 'flow-1' })).toEqual({
    status: 202,
    headers: { ...headers, vary: 'Accept, X-Flow-ID', location: '/order-exports/export-1', 'x-flow-id': 'flow-1' },
    body,
  });
  expect(await send('GET /order-exports/export-1')).toEqual({ status: 200, headers, body });
});

test('what is the same for everybody may be in shared caches', async () => {
  expect(await send('GET /countries')).toEqual({
    status: 200,
    headers: { ...headers, 'cache-control': 'public, max-age=3600', etag: expect.any(String) as string },
    body: {
      items: [
        { code: 'DE', name: 'Germany' },
        { code: 'NL', name: 'Netherlands' },
      ],
    },
  });
});

test('an endpoint that ends says when', async () => {
  expect(await send('GET /orders/2/status')).toEqual({
    status: 200,
    headers: { ...headers, deprecation: '@1801353600', sunset: 'Sat, 31 Jul 2027 00:00:00 GMT' },
    body: { status: 'DELIVERED' },
  });
});

test('the documents have no warnings', () => expect(shop.warnings).toEqual([]));
