// Pages of connections that are unusual: totals and cursors of any type, nulls in any place.
import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  scalar Any
  type Query {
    list(first: Int, after: String, offset: Int): List
  }
  type List {
    nodes: [Row]
    edges: [Edge]
    others: [Row]
    rows: Rows
    all: All
    token: Any
    info: Info
  }
  type Rows {
    list: [Row]
    more: String
  }
  type Edge {
    node: Row
  }
  type All {
    total: Any
  }
  type Info {
    end: Any
    has: Boolean
  }
  type Row {
    kind: Kind
  }
  enum Kind {
    FACT
  }
`);
let data: object = {};
let after: unknown;
schema.getQueryType()!.getFields()['list']!.resolve = (_, given: { after?: string }) => {
  after = given.after;
  return data;
};

const NAMES = 'first: "first", after: "after", offset: "offset"';
const list = (path: string, names: string, selection: string, more = '') =>
  `query ${path} @endpoint(method: GET, path: "/${path}") { list @paginate(connection: { ${NAMES}, ${names} }, default: 5, ${more}) ${selection} }`;
const COUNTED = 'nodes: "nodes", totalCount: "all.total"';
const TOKEN = 'nodes: "nodes", endCursor: "token"';
const INFO = 'nodes: "nodes", endCursor: "info.end", hasNextPage: "info.has"';
const OFFSET = 'styles: [OFFSET]';
const CURSOR = 'styles: [CURSOR]';
const NODES = 'nodes { kind }';
const ready = serveSchema(schema, {
  'conventions.json': JSON.stringify({
    page: { cursor: 'plain' },
    enums: { '*': 'lowercase' },
    scalars: { Any: { type: 'any' } },
  }),
  'v1/counted.graphql': list('counted', COUNTED, `{ ${NODES} }`, OFFSET),
  'v1/token.graphql': list('token', TOKEN, `{ ${NODES} }`, CURSOR),
  'v1/info.graphql': list('info', INFO, `{ ${NODES} }`, CURSOR),
  'v1/all.graphql': list('all', `${INFO}, totalCount: "all.total"`, `{ ${NODES} }`, 'styles: [OFFSET, CURSOR]'),
  'v1/edges.graphql': list('edges', 'nodes: "nodes"', '{ edges @unwrap { node { kind } } }', OFFSET),
  'v1/below.graphql': list('below', 'nodes: "rows.list"', '{ rows { list { kind } } }', OFFSET),
  'v2/conventions.json': JSON.stringify({ page: { envelope: null } }),
  'v2/counted.graphql': list('counted', COUNTED, `{ ${NODES} all { total } others { kind } }`, OFFSET),
  'v2/token.graphql': list('token', TOKEN, `{ ${NODES} token }`, CURSOR),
  'v2/info.graphql': list('info', INFO, `{ ${NODES} info { end has } }`, CURSOR),
  'v2/end.graphql': list('end', INFO, `{ ${NODES} info @unwrap { end } }`, CURSOR),
  'v2/edges.graphql': list('edges', 'nodes: "nodes"', '{ edges @unwrap { node { kind } } }', OFFSET),
  'v2/only.graphql': list('only', 'nodes: "nodes"', '@unwrap { edges @unwrap { node { kind } } }', OFFSET),
  'v2/below.graphql': list('below', 'nodes: "rows.list"', '{ rows { list { kind } more } }', OFFSET),
});
afterAll(async () => (await ready).close());

async function send(target: string, value: object): Promise<unknown> {
  data = value;
  const { status, json } = await (await ready).send(`GET ${target}`);
  return [status, json];
}
const A = { kind: 'FACT' };
const SENT = { kind: 'fact' };

describe('the position of a page', () => {
  const offset = { limit: 5, offset: 0 };
  test.each<[string, string, object, object]>([
    ['a total', 'counted', { nodes: [A], all: { total: 3 } }, { ...offset, total: 3 }],
    ['no total that is null', 'counted', { nodes: [A], all: null }, { ...offset, hasMore: false }],
    ['no total that is no number', 'counted', { nodes: [A], all: { total: 'many' } }, { ...offset, hasMore: false }],
    [
      'the number of items instead of a total, nulls counted',
      'counted',
      { nodes: [A, A, A, A, null] },
      { ...offset, hasMore: true },
    ],
    ['no items for null', 'counted', { nodes: null }, { ...offset, hasMore: false }],
    ['a cursor that leads on', 'token', { nodes: [A], token: 'c' }, { nextCursor: 'c', hasMore: true }],
    ['no cursor for null', 'token', { nodes: [A], token: null }, { nextCursor: null, hasMore: false }],
    ['no cursor for an empty text', 'token', { nodes: [A], token: '' }, { nextCursor: null, hasMore: false }],
    ['a cursor that is no text', 'token', { nodes: [A], token: [7] }, { nextCursor: '[7]', hasMore: true }],
    [
      'a cursor of the end',
      'info',
      { nodes: [A], info: { end: 'c', has: false } },
      { nextCursor: null, hasMore: false },
    ],
    [
      'no cursor where it is null before the end',
      'info',
      { nodes: [A], info: { end: null, has: true } },
      { nextCursor: null, hasMore: true },
    ],
    ['a cursor before it', 'info', { nodes: [A], info: { end: 'c', has: true } }, { nextCursor: 'c', hasMore: true }],
  ])('has %s', async (_, path, value, pagination) => {
    const nodes = (value as { nodes: unknown[] | null }).nodes ?? [];
    const sent = nodes.filter((node) => node !== null).map(() => SENT);
    expect(await send(`/v1/${path}`, value)).toEqual([200, { data: sent, pagination }]);
  });
});

test.each<[object, object, string | null]>([
  [
    { end: null, has: true },
    { nextCursor: null, hasMore: true },
    '</v1/all?offset=0&limit=5>; rel="first", </v1/all?offset=5&limit=5>; rel="next", </v1/all?offset=5&limit=5>; rel="last"',
  ],
  [
    { end: 'c', has: false },
    { nextCursor: null, hasMore: false },
    '</v1/all?offset=0&limit=5>; rel="first", </v1/all?offset=5&limit=5>; rel="last"',
  ],
  [
    { end: 'a b', has: true },
    { nextCursor: 'a b', hasMore: true },
    '</v1/all?offset=0&limit=5>; rel="first", </v1/all?cursor=a%20b&limit=5>; rel="next", </v1/all?offset=5&limit=5>; rel="last"',
  ],
])('a page of no style goes on by a cursor, or by its offset: %j', async (info, pagination, link) => {
  data = { nodes: [A], all: { total: 9 }, info };
  const { json, headers } = await (await ready).send('GET /v1/all');
  expect(json).toEqual({ data: [SENT], pagination: { limit: 5, offset: 0, total: 9, ...pagination } });
  expect(headers.get('link')).toBe(link);
});

test('any cursor of an upstream comes back to it', async () => {
  const bound = await serveSchema(schema, { 'v1/info.graphql': list('info', INFO, `{ ${NODES} }`, CURSOR) });
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, unit: 'binary' }), async (end) => {
      data = { nodes: [A], info: { end, has: true } };
      const { json } = await bound.send('GET /v1/info');
      const { nextCursor } = (json as { pagination: { nextCursor: string } }).pagination;
      expect((await bound.send(`GET /v1/info?cursor=${nextCursor}`)).status).toBe(200);
      expect(after).toBe(end);
    }),
  );
  bound.close();
});

test.each<[string, string, object, unknown]>([
  ['nodes', 'edges', { edges: [{ node: A }, { node: null }, null] }, [SENT]],
  ['no edges', 'edges', { edges: null }, []],
  ['items further below', 'below', { rows: { list: [null, A] } }, [SENT]],
  ['no items below null', 'below', { rows: null }, []],
])('the items of a page are its %s, without nulls', async (_, path, value, items) => {
  expect(await send(`/v1/${path}`, value)).toEqual([200, expect.objectContaining({ data: items })]);
});

test.each<[string, string, object, unknown]>([
  [
    'its properties, without those that Portico selects',
    'counted',
    { nodes: [A, null], all: { total: 3 }, others: [null] },
    { nodes: [SENT], all: { total: 3 }, others: [null] },
  ],
  ['no items for null', 'counted', { nodes: null, all: null, others: null }, { nodes: [], all: null, others: null }],
  ['unwrapped edges without those of null', 'edges', { edges: [{ node: A }, { node: null }, null] }, { edges: [SENT] }],
  ['its only child', 'only', { edges: [{ node: A }, { node: null }] }, [SENT]],
  ['items further below', 'below', { rows: { list: [null, A], more: 'x' } }, { rows: { list: [SENT], more: 'x' } }],
  ['nothing below null', 'below', { rows: null }, { rows: null }],
  ['a cursor', 'token', { nodes: [A], token: 'c' }, { nodes: [SENT], token: 'c' }],
  ['a cursor that is null', 'token', { nodes: [A], token: null }, { nodes: [SENT], token: null }],
  [
    'a cursor within',
    'info',
    { nodes: [], info: { end: 'c', has: true } },
    { nodes: [], info: { end: 'c', has: true } },
  ],
  [
    'no cursor on the last page',
    'info',
    { nodes: [], info: { end: 'c', has: false } },
    { nodes: [], info: { end: null, has: false } },
  ],
  ['page information that is null', 'info', { nodes: [], info: null }, { nodes: [], info: null }],
  ['an unwrapped cursor', 'end', { nodes: [], info: { end: 'c', has: true } }, { nodes: [], info: 'c' }],
])('a page that is the selection is sent as %s', async (_, path, value, body) => {
  expect(await send(`/v2/${path}`, value)).toEqual([200, body]);
});
