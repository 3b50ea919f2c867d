// Pages over the kinds of lists that GraphQL APIs have: each test says what a client sees, as a whole.
import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ITEMS, counted, pagedSchema } from './support/pagedSchema.ts';
import { type ServedSchema, serveSchema } from './support/serveSchema.ts';

/** Documents by the paths of lists, which are `(VARIABLES) SELECTION` of a query. */
const documentsOf = (lists: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(lists).map(([path, text]) => {
      const name = /\w+/.exec(path)![0];
      const [, variables = '', selection] = /^(\([^)]*\))?(.*)$/s.exec(text)!;
      return [`v1/${name}.graphql`, `query ${name}${variables} @endpoint(method: GET, path: "${path}") {${selection}}`];
    }),
  );
const ids = (from: number, to: number) => ITEMS.slice(from - 1, to).map(({ id }) => ({ id }));
const as = ITEMS.filter(({ kind }) => kind === 'a').map(({ id }) => ({ id }));
const bs = ITEMS.filter(({ kind }) => kind === 'b').map(({ id }) => ({ id }));

const served: ServedSchema[] = [];
afterAll(() => served.forEach((each) => each.close()));
beforeEach(() => void (counted.times = 0));

async function serve(lists: Readonly<Record<string, string>>, conventions: object = {}): Promise<ServedSchema> {
  const one = await serveSchema(pagedSchema, {
    'conventions.json': JSON.stringify(conventions),
    ...documentsOf(lists),
  });
  served.push(one);
  return one;
}

/** A parameter of a GET in the OpenAPI document. */
function parameterOf({ openApi }: ServedSchema, path: string, name: string): unknown {
  const { paths } = openApi.get('/v1/openapi.json') as unknown as {
    paths: Record<string, { get: { parameters: { name: string }[] } }>;
  };
  return paths[path]!.get.parameters.find((each) => each.name === name);
}

/** The target of a relation of the Link header. */
const linkOf = (headers: Headers, relation: string) =>
  new RegExp(`<([^>]*)>; rel="${relation}"`).exec(headers.get('link') ?? '')?.[1];

/** The bodies of the pages that a relation leads through. */
async function walk(api: ServedSchema, start: string, relation: string): Promise<unknown[]> {
  const bodies: unknown[] = [];
  for (let target: string | undefined = start; target !== undefined;) {
    const { status, json, headers, text } = await api.send(`GET ${target}`);
    expect([status, text]).toEqual([200, text]);
    bodies.push(json);
    expect(bodies.length).toBeLessThan(50);
    target = linkOf(headers, relation);
  }
  return bodies;
}

describe('a plain list', () => {
  let api: ServedSchema;
  const by = 'connection: { first: "limit", offset: "offset" }, styles: [OFFSET, PAGE], default: 5';
  beforeAll(async () => {
    api = await serve({
      '/items': `($kind: String) item(where: { kind: $kind }, order_by: ASC) @paginate(${by}) { id }
           item_aggregate(where: { kind: $kind }) @unwrap { aggregate @unwrap { count @total } }`,
      '/uncounted': `item @paginate(${by}) { id }`,
      '/shops/{kind}': `($kind: String!) shop(kind: $kind) @unwrap { itemCount @total
           items @paginate(connection: { first: "limit", offset: "skip" }, styles: [PAGE]) { id } }`,
      '/list': `($kind: String, $count: Boolean! = true) list: allItemsList(condition: { kind: $kind }) @paginate(styles: [OFFSET]) { id }
           all: allItems(condition: { kind: $kind }) @unwrap { totalCount @total @include(if: $count) }`,
      '/ids': 'ids @paginate(styles: [OFFSET])',
    });
  });

  test.each([
    ['/items', ids(1, 5), { limit: 5, offset: 0, total: 23 }],
    ['/items?offset=20', ids(21, 23), { limit: 5, offset: 20, total: 23 }],
    ['/items?page=2&limit=10', ids(11, 20), { page: 2, limit: 10, total: 23, totalPages: 3 }],
    ['/items?kind=b', bs.slice(0, 5), { limit: 5, offset: 0, total: 7 }],
    ['/items?kind=none', [], { limit: 5, offset: 0, hasMore: false }],
    ['/uncounted?offset=10', ids(11, 15), { limit: 5, offset: 10, hasMore: true }],
    ['/uncounted?offset=19', ids(20, 23), { limit: 5, offset: 19, hasMore: false }],
    ['/uncounted?page=1', ids(1, 5), { page: 1, limit: 5, hasMore: true }],
    ['/shops/b?limit=3', bs.slice(0, 3), { page: 1, limit: 3, total: 7, totalPages: 3 }],
    ['/list?limit=2', ids(1, 2), { limit: 2, offset: 0, total: 23 }],
    ['/list?limit=2&count=false', ids(1, 2), { limit: 2, offset: 0, hasMore: true }],
    ['/list?kind=none', [], { limit: 20, offset: 0, total: 0 }],
    ['/ids?offset=21', [22, 23], { limit: 20, offset: 21, hasMore: false }],
  ])('GET %s', async (target, data, pagination) => {
    const { status, json } = await api.send(`GET /v1${target}`);
    expect([status, json]).toEqual([200, { data, pagination }]);
  });
  test('on a path that is null is 404', async () => {
    expect((await api.send('GET /v1/shops/closed')).status).toBe(404);
  });
  test('without a total has no last page', async () => {
    const { headers } = await api.send('GET /v1/uncounted?page=2');
    expect(headers.get('link')).toBe(
      '</v1/uncounted?page=1&limit=5>; rel="first", </v1/uncounted?page=1&limit=5>; rel="prev", </v1/uncounted?page=3&limit=5>; rel="next"',
    );
  });
});

describe('pages by number', () => {
  test('are the pages of the upstream', async () => {
    const names = 'connection: { first: "perPage", page: "page", nodes: "items", totalCount: "meta.total" }';
    const api = await serve({
      '/albums': `($kind: String) albums(kind: $kind) @paginate(${names}, styles: [PAGE], default: 10) { items { id } }`,
    });
    const info = { limit: 10, total: 23, totalPages: 3 };
    expect((await api.send('GET /v1/albums')).json).toEqual({ data: ids(1, 10), pagination: { page: 1, ...info } });
    const last = await api.send('GET /v1/albums?page=3');
    expect(last.json).toEqual({ data: ids(21, 23), pagination: { page: 3, ...info } });
    expect(linkOf(last.headers, 'prev')).toBe('/v1/albums?page=2&limit=10');
    expect(parameterOf(api, '/albums', 'page')).toMatchObject({
      description: 'The number of the page, counted from 1.',
      schema: { type: 'integer', minimum: 1, maximum: 2147483647, default: 1 },
    });
  });
});

describe('pages that are counted from 0', () => {
  const serveFrom = (first: 0 | 1, body: object = { items: '{items}', page: '{page}', at: '{offset}' }) =>
    serve(
      {
        '/items': `item @paginate(connection: { first: "limit", offset: "offset" }, styles: [OFFSET, PAGE]) { id }
           item_aggregate @unwrap { aggregate @unwrap { count @total } }`,
        '/albums':
          'albums @paginate(connection: { first: "perPage", page: "page", nodes: "items", totalCount: "meta.total" }, styles: [PAGE]) { items { id } }',
      },
      { page: { first, default: 10, body } },
    );
  const rel = (path: string, page: number, relation: string) =>
    `</v1/${path}?page=${page}&limit=10>; rel="${relation}"`;
  let api: ServedSchema;
  beforeAll(async () => {
    api = await serveFrom(0);
  });

  test.each([
    ['/items?page=0', { items: ids(1, 10), page: 0, at: 0 }],
    ['/items?page=2', { items: ids(21, 23), page: 2, at: 20 }],
    ['/items?offset=20', { items: ids(21, 23), page: null, at: 20 }],
    ['/items', { items: ids(1, 10), page: null, at: 0 }],
    ['/albums', { items: ids(1, 10), page: 0, at: 0 }],
    ['/albums?page=0', { items: ids(1, 10), page: 0, at: 0 }],
    ['/albums?page=1', { items: ids(11, 20), page: 1, at: 10 }],
  ])('GET %s', async (target, body) => {
    const { status, json } = await api.send(`GET /v1${target}`);
    expect([status, json]).toEqual([200, body]);
  });
  test('lead to each other', async () => {
    for (const path of ['items', 'albums']) {
      const linksOf = async (page: number) => (await api.send(`GET /v1/${path}?page=${page}`)).headers.get('link');
      const [first, last] = [rel(path, 0, 'first'), rel(path, 2, 'last')];
      expect(await linksOf(0)).toBe([first, rel(path, 1, 'next'), last].join(', '));
      expect(await linksOf(1)).toBe([first, rel(path, 0, 'prev'), rel(path, 2, 'next'), last].join(', '));
      expect(await linksOf(2)).toBe([first, rel(path, 1, 'prev'), last].join(', '));
    }
    expect(await walk(api, '/v1/albums?limit=10', 'next')).toHaveLength(3);
  });
  test('are refused where there can be none', async () => {
    expect(await api.send('GET /v1/items?page=-1')).toMatchObject({
      status: 400,
      json: { error: 'page must be an integer between 0 and 2147483647' },
    });
    expect(await api.send('GET /v1/items?page=2147483647&limit=10')).toMatchObject({
      status: 400,
      json: { error: 'page must be an integer between 0 and 214748364 with a limit of 10' },
    });
    expect((await api.send('GET /v1/albums?page=2147483646')).status).toBe(200);
    expect(await api.send('GET /v1/albums?page=2147483647')).toMatchObject({
      json: { error: 'page must be an integer between 0 and 2147483646' },
    });
  });
  test('are described with their first number', () => {
    const style = 'Cannot be combined with another style of pagination.';
    expect(parameterOf(api, '/items', 'page')).toMatchObject({
      description: `The number of the page, counted from 0; page × limit is at most 2147483647. ${style}`,
      schema: { type: 'integer', minimum: 0, maximum: 2147483647, examples: [0] },
    });
    const { components } = api.openApi.get('/v1/openapi.json') as unknown as {
      components: {
        schemas: Record<string, { properties: Record<string, unknown> }>;
        examples: Record<string, unknown>;
      };
    };
    const page = { minimum: 0, examples: [0], description: 'The number of the page, counted from 0.' };
    expect(components.schemas['ItemList']?.properties['page']).toEqual({ type: 'integer', ...page });
  });
});

describe('the way back', () => {
  let api: ServedSchema;
  const page = { parameters: { before: 'before' } };
  beforeAll(async () => {
    api = await serve(
      {
        '/products':
          '($kind: String) saleor(kind: $kind) @paginate(default: 5, styles: [CURSOR]) { edges @unwrap { node { id } } }',
        '/all': 'allItems @paginate(default: 5) { nodes { id } }',
        '/forward': 'forward @paginate(default: 5) { nodes { id } }',
      },
      { page },
    );
  });
  const itemsOf = (body: unknown) => (body as { data: unknown[] }).data;
  const infoOf = (body: unknown) =>
    (body as { pagination: { nextCursor: string | null; prevCursor: string | null } }).pagination;

  test('leads from the last page, each page in the order of the list', async () => {
    const backward = await walk(api, '/v1/products?before=&limit=5', 'prev');
    expect(backward.map(itemsOf)).toEqual([ids(19, 23), ids(14, 18), ids(9, 13), ids(4, 8), ids(1, 3)]);
    expect(infoOf(backward[0])).toMatchObject({ nextCursor: null, hasMore: true });
    expect(infoOf(backward[4])).toEqual({ nextCursor: expect.any(String), prevCursor: null, hasMore: false });
  });
  test('leads back over the pages that led forward', async () => {
    const forward = await walk(api, '/v1/all?cursor=&limit=4', 'next');
    expect(forward.flatMap(itemsOf)).toEqual(ids(1, 23));
    const { headers } = await api.send(`GET /v1/all?limit=4&cursor=${infoOf(forward.at(-2)).nextCursor}`);
    const backward = await walk(api, linkOf(headers, 'prev')!, 'prev');
    expect(backward.map(itemsOf)).toEqual(forward.slice(0, -1).map(itemsOf).toReversed());
    const back = await api.send(`GET /v1/all?limit=4&cursor=${infoOf(backward[0]).nextCursor}`);
    expect(itemsOf(back.json)).toEqual(itemsOf(forward.at(-1)));
  });
  test('has links to all pages that the style knows', async () => {
    const first = await api.send('GET /v1/products');
    const { nextCursor } = infoOf(first.json);
    expect(first.json).toEqual({
      data: ids(1, 5),
      pagination: { nextCursor: expect.any(String), prevCursor: null, hasMore: true },
    });
    const second = await api.send(`GET /v1/products?cursor=${nextCursor}`);
    const { prevCursor, nextCursor: third } = infoOf(second.json);
    expect(second.headers.get('link')).toBe(
      [
        '</v1/products?cursor=&limit=5>; rel="first"',
        `</v1/products?before=${prevCursor}&limit=5>; rel="prev"`,
        `</v1/products?cursor=${third}&limit=5>; rel="next"`,
        '</v1/products?before=&limit=5>; rel="last"',
      ].join(', '),
    );
  });
  test('excludes the cursor, and takes only cursors of its list', async () => {
    expect(await api.send('GET /v1/products?cursor=&before=')).toMatchObject({
      status: 400,
      json: { error: 'before cannot be combined with cursor' },
    });
    const { json } = await api.send('GET /v1/products?kind=a');
    const { nextCursor } = infoOf(json);
    expect((await api.send(`GET /v1/products?kind=a&before=${nextCursor}`)).json).toMatchObject({
      data: as.slice(0, 4),
    });
    expect(await api.send(`GET /v1/products?before=${nextCursor}`)).toMatchObject({
      status: 400,
      json: { error: 'before must be a cursor of this list' },
    });
  });
  test('is not a parameter of a list that lacks it', async () => {
    expect((await api.send('GET /v1/forward?before=')).status).toBe(400);
    expect((await api.send('GET /v1/forward?cursor=')).json).toMatchObject({ pagination: { hasMore: true } });
  });
});

test('a limit is clamped where the conventions say so, and 0 is the default', async () => {
  const api = await serve(
    { '/items': 'item @paginate(connection: { first: "limit" }, default: 2, max: 4) { id }' },
    { page: { over: 'clamp', styles: ['OFFSET'] } },
  );
  const infoOf = async (query: string) => {
    const { json } = await api.send(`GET /v1/items?${query}`);
    return json;
  };
  const page = (limit: number) => ({ data: ids(1, limit), pagination: { limit, offset: 0, hasMore: true } });
  expect(await infoOf('limit=99999999999999999999')).toEqual(page(4));
  expect(await infoOf('limit=0')).toEqual(page(2));
  expect(await infoOf('limit=3')).toEqual(page(3));
  expect(await infoOf('limit=-1')).toEqual({ error: 'limit must be an integer, at least 0' });
  expect(parameterOf(api, '/items', 'limit')).toMatchObject({
    description: 'The maximum number of items of a page. 0 is 2, and more than 4 is 4.',
    schema: { type: 'integer', minimum: 0, default: 2 },
  });
});

test('only the styles that count run a count', async () => {
  const api = await serve({
    '/items':
      '($kind: String) allItems(condition: { kind: $kind }) @paginate(connection: { totalCount: "pageInfo.total" }) { nodes { id } }',
    '/total': `($kind: String) allItems(condition: { kind: $kind }) @paginate { nodes { id } }
           all: allItems(condition: { kind: $kind }) { ...Counted } } fragment Counted on ItemsConnection { totalCount @total`,
  });
  const times = async (target: string) => {
    counted.times = 0;
    expect((await api.send(`GET /v1${target}`)).status).toBe(200);
    return counted.times;
  };
  expect((await api.send('GET /v1/items?offset=20')).json).toMatchObject({ pagination: { total: 23 } });
  expect((await api.send('GET /v1/total?page=2')).json).toMatchObject({ pagination: { total: 23 } });
  expect([await times('/total?offset=3'), await times('/total'), await times('/total?cursor=')]).toEqual([1, 1, 0]);
});

describe('a page in the template of the conventions', () => {
  const offset = 'connection: { first: "limit", offset: "offset" }, styles: [OFFSET, PAGE], default: 2';
  const aggregate = 'item_aggregate(where: { kind: $kind }) { aggregate { count @total } }';
  const documents = {
    '/items': `($kind: String) items: item(where: { kind: $kind }) @paginate(${offset}) { id } ${aggregate}`,
    '/all': 'all: allItems @paginate(default: 20, styles: [CURSOR, OFFSET]) { nodes { id } }',
  };
  const STRIPE = { object: 'list', url: '{url}', has_more: '{hasMore}', data: '{items}' };
  const AIP = { '{list}': '{items}', next_page_token: '{nextCursor?}', total_size: '{total}' };
  const JSON_API = {
    data: '{items}',
    links: { self: '{self}', first: '{first?}', prev: '{prev?}', next: '{next?}', last: '{last?}' },
    meta: { total: '{total?}' },
    cursors: { next: '{nextCursor?}', prev: '{prevCursor?}' },
  };
  const POSITION = { items: '{items}', at: ['{limit}', '{offset}', '{page}'], of: 'of {total}' };
  const link = (path: string, query: string) => `/v1${path}?${query}`;

  test.each<[body: object, target: string, sent: unknown]>([
    [STRIPE, '/items?limit=1', { object: 'list', url: '/v1/items', has_more: true, data: ids(1, 1) }],
    [STRIPE, '/items?offset=22', { object: 'list', url: '/v1/items', has_more: false, data: ids(23, 23) }],
    [STRIPE, '/all', { object: 'list', url: '/v1/all', has_more: true, data: ids(1, 20) }],
    [AIP, '/all?limit=100', { all: ids(1, 23), total_size: 23 }],
    [AIP, '/all?cursor=&limit=1', { all: ids(1, 1), next_page_token: expect.any(String), total_size: 23 }],
    [AIP, '/items?kind=none', { items: [], total_size: null }],
    [
      JSON_API,
      '/items?page=2&kind=b',
      {
        data: bs.slice(2, 4),
        links: {
          self: link('/items', 'page=2&kind=b'),
          first: link('/items', 'kind=b&page=1&limit=2'),
          prev: link('/items', 'kind=b&page=1&limit=2'),
          next: link('/items', 'kind=b&page=3&limit=2'),
          last: link('/items', 'kind=b&page=4&limit=2'),
        },
        meta: { total: 7 },
      },
    ],
    [
      JSON_API,
      '/all?limit=100',
      { data: ids(1, 23), links: { self: link('/all', 'limit=100'), first: link('/all', 'cursor=&limit=100') } },
    ],
    [POSITION, '/items', { items: ids(1, 2), at: [2, 0, null], of: 'of 23' }],
    [{ data: '{items}', pages: '{totalPages}' }, '/items', { data: ids(1, 2), pages: 12 }],
  ])('%j of %s', async (body, target, sent) => {
    const api = await serve(documents, { page: { body } });
    const { status, json } = await api.send(`GET /v1${target}`);
    expect([status, json]).toStrictEqual([200, sent]);
  });
});

test('a header counts the items beside the total of a page', async () => {
  const api = await serve(
    {
      '/list': `item @paginate(connection: { first: "limit" }, default: 2) { id }
           item_aggregate { aggregate { all: count @total count @header(name: "X-Total-Count") } }`,
    },
    { page: { envelope: null, styles: ['OFFSET'] } },
  );
  const { json, headers } = await api.send('GET /v1/list');
  expect([json, headers.get('x-total-count')]).toEqual([ids(1, 2), '23']);
  expect(linkOf(headers, 'last')).toBe('/v1/list?offset=22&limit=2');
});

describe('a total in a header', () => {
  let api: ServedSchema;
  const header = 'totalCount @header(name: "X-Total")';
  const by = 'connection: { first: "limit", offset: "skip" }, default: 2';
  beforeAll(async () => {
    api = await serve(
      {
        '/nodes': `allItems @paginate(default: 2) @unwrap { nodes { id } ${header} }`,
        '/edges': `saleor @paginate(default: 2, styles: [CURSOR]) @unwrap { ${header} edges @unwrap { node { id } } }`,
        '/inner': `search @paginate(default: 2, styles: [OFFSET], connection: { first: "size", offset: "from", nodes: "hits.found" })
           @unwrap { hits @unwrap { found { id } total @header(name: "X-Total") } }`,
        '/beside': `shop @unwrap { itemCount @total @header(name: "X-Total") items @paginate(${by}, styles: [PAGE]) { id } }`,
        '/chosen': `($count: Boolean! = false) list: allItems @paginate(default: 2) @unwrap { nodes { id } }
           allItems @unwrap { totalCount @total @header(name: "X-Total") @include(if: $count) }`,
      },
      { page: { envelope: null, parameters: { before: 'before' } } },
    );
  });
  test.each<[target: string, from: number, total: string | null, next: string | undefined]>([
    ['/nodes', 1, '23', '/v1/nodes?cursor=…&limit=2'],
    ['/nodes?offset=2', 3, '23', '/v1/nodes?offset=4&limit=2'],
    ['/nodes?page=2', 3, '23', '/v1/nodes?page=3&limit=2'],
    ['/nodes?cursor=', 1, '23', '/v1/nodes?cursor=…&limit=2'],
    ['/nodes?before=', 22, '23', undefined],
    ['/edges', 1, '23', '/v1/edges?cursor=…&limit=2'],
    ['/inner?offset=2', 3, '23', '/v1/inner?offset=4&limit=2'],
    ['/beside?page=2', 3, '23', '/v1/beside?page=3&limit=2'],
    ['/chosen?offset=0', 1, null, '/v1/chosen?offset=2&limit=2'],
    ['/chosen?offset=0&count=true', 1, '23', '/v1/chosen?count=true&offset=2&limit=2'],
    ['/chosen?cursor=', 1, null, '/v1/chosen?cursor=…&limit=2'],
    ['/chosen?cursor=&count=true', 1, '23', '/v1/chosen?count=true&cursor=…&limit=2'],
  ])('GET %s', async (target, from, total, next) => {
    const { status, json, headers } = await api.send(`GET /v1${target}`);
    expect([status, json, headers.get('x-total')]).toEqual([200, ids(from, from + 1), total]);
    expect(linkOf(headers, 'next')?.replace(/cursor=[\w-]+/, 'cursor=…')).toBe(next);
  });
});

describe('a total that a parameter chooses', () => {
  let api: ServedSchema;
  beforeAll(async () => {
    api = await serve(
      {
        '/items': `($count: Boolean! = false) allItems @paginate(default: 2, styles: [CURSOR, OFFSET]) { nodes { id } }
           counts: allItems { totalCount @total @include(if: $count) }`,
      },
      { page: { parameters: { before: 'before' } } },
    );
  });
  test.each<[target: string, from: number, pagination: object]>([
    ['/items', 1, { nextCursor: expect.any(String), prevCursor: null, hasMore: true }],
    ['/items?count=true', 1, { nextCursor: expect.any(String), prevCursor: null, hasMore: true, total: 23 }],
    ['/items?count=true&before=', 22, { nextCursor: null, prevCursor: expect.any(String), hasMore: true, total: 23 }],
    ['/items?count=true&offset=4', 5, { limit: 2, offset: 4, total: 23 }],
    ['/items?count=false&offset=4', 5, { limit: 2, offset: 4, hasMore: true }],
  ])('is counted in every style: GET %s', async (target, from, pagination) => {
    const { status, json } = await api.send(`GET /v1${target}`);
    expect([status, json]).toEqual([200, { data: ids(from, from + 1), pagination }]);
    expect(counted.times).toBe(target.includes('count=true') ? 1 : 0);
  });
  test('is described for every style', () => {
    const { components } = api.openApi.get('/v1/openapi.json') as unknown as {
      components: { schemas: Record<string, { required?: string[] }> };
    };
    expect(components.schemas['CountedTwoWayCursorPagination']?.required).toEqual([
      'nextCursor',
      'prevCursor',
      'hasMore',
      'total',
    ]);
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['TwoWayCursorPagination', 'OffsetPagination', 'UncountedOffsetPagination']),
    );
  });
});

describe('every item is on exactly one page', () => {
  /** The beginning of a walk; '' chooses no style. */
  const STYLES = ['', 'offset=0', 'page=1', 'cursor='];
  let api: ServedSchema;
  const where = '(where: { kind: $kind })';
  beforeAll(async () => {
    api = await serve(
      {
        '/relay': '($kind: String) allItems(condition: { kind: $kind }) @paginate { edges @unwrap { node { id } } }',
        '/hasura': `($kind: String) item${where} @paginate(connection: { first: "limit" }, styles: [PAGE, OFFSET]) { id }
           item_aggregate${where} { aggregate { count @total } }`,
        '/uncounted': `($kind: String) item${where} @paginate(connection: { first: "limit" }, styles: [OFFSET, PAGE]) { id }`,
        '/commercetools': `($kind: String) products(where: $kind) @paginate(connection: { first: "limit", nodes: "results", totalCount: "total" },
           styles: [OFFSET, PAGE]) { results { id } }`,
        '/albums':
          '($kind: String) albums(kind: $kind) @paginate(connection: { first: "perPage", page: "page", nodes: "items" }, styles: [PAGE]) { items { id } }',
        '/aip': `($kind: String) listItems(filter: $kind) @paginate(styles: [CURSOR],
           connection: { first: "pageSize", after: "pageToken", nodes: "items", endCursor: "nextPageToken" }) { items { id } }`,
      },
      { page: { parameters: { before: 'before' } } },
    );
  });
  const itemsOf = (body: unknown) => (body as { data: { id: number }[] }).data;

  test('in every style, with any limit', async () => {
    const style = fc.constantFrom(
      ...['relay', 'hasura', 'uncounted', 'commercetools', 'albums', 'aip'].flatMap((path) =>
        STYLES.filter((start) => isOffered(path, start)).map((start) => [path, start] as const),
      ),
    );
    const kinds = fc.constantFrom(undefined, 'a', 'b', 'none');
    await fc.assert(
      fc.asyncProperty(style, kinds, fc.integer({ min: 1, max: 25 }), async ([path, start], kind, limit) => {
        const queryOf = (first: string) =>
          [kind === undefined ? '' : `kind=${kind}`, first, `limit=${limit}`].filter(Boolean).join('&');
        const pages = await walk(api, `/v1/${path}?${queryOf(start)}`, 'next');
        const expected = ITEMS.filter((item) => kind === undefined || item.kind === kind).map(({ id }) => ({ id }));
        expect(pages.flatMap(itemsOf)).toEqual(expected);
        if (path !== 'relay' || start !== 'cursor=') return;
        const backward = await walk(api, `/v1/${path}?${queryOf('before=')}`, 'prev');
        expect(backward.map(itemsOf).toReversed().flat()).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  /** Whether a list has the style that a request begins with. */
  function isOffered(path: string, start: string): boolean {
    if (start === '' || path === 'relay') return true;
    if (path === 'albums') return start.startsWith('page');
    return (path === 'aip') === start.startsWith('cursor');
  }
});

describe('the pages of a list beyond its greatest offset', async () => {
  const schema = buildSchema(`
    scalar BigInt
    type Query {
      large(first: Int, offset: Int): Large!
      plain(first: Int, offset: Int): [Int!]!
      numbered(perPage: Int!, page: Int!): Large!
    }
    type Large { nodes: [Int!]! totalCount: BigInt! }
  `);
  const items = (count: number) => Array<number>(count).fill(0);
  const { large, plain, numbered } = schema.getQueryType()!.getFields();
  large!.resolve = (_, { first }) => ({ nodes: items(first as number), totalCount: 5e9 });
  plain!.resolve = (_, { first }) => items(first as number);
  numbered!.resolve = (_, { perPage }) => ({ nodes: items(perPage as number), totalCount: 5e9 });
  const api = await serveSchema(
    schema,
    documentsOf({
      '/large': 'large @paginate(styles: [OFFSET, PAGE]) { nodes }',
      '/plain': 'plain @paginate(styles: [OFFSET, PAGE])',
      '/numbered': 'numbered @paginate(connection: { first: "perPage", page: "page" }, styles: [PAGE]) { nodes }',
    }),
  );
  served.push(api);

  test.each([
    ['/large', ['first', 'next'], { limit: 20, offset: 0, total: 5e9 }],
    ['/large?offset=2147483627', ['first', 'prev', 'next'], { limit: 20, offset: 2147483627, total: 5e9 }],
    ['/large?offset=2147483628', ['first', 'prev'], { limit: 20, offset: 2147483628, total: 5e9 }],
    ['/large?page=2', ['first', 'prev', 'next'], { page: 2, limit: 20, total: 5e9, totalPages: 25e7 }],
    ['/large?page=107374183', ['first', 'prev'], { page: 107374183, limit: 20, total: 5e9, totalPages: 25e7 }],
    ['/plain?offset=2147483646&limit=1', ['first', 'prev', 'next'], { limit: 1, offset: 2147483646, hasMore: true }],
    ['/plain?offset=2147483647&limit=1', ['first', 'prev'], { limit: 1, offset: 2147483647, hasMore: false }],
    ['/plain?page=2147483648&limit=1', ['first', 'prev'], { page: 2147483648, limit: 1, hasMore: false }],
    ['/numbered?limit=1', ['first', 'next'], { page: 1, limit: 1, total: 5e9, totalPages: 5e9 }],
    [
      '/numbered?page=2147483647&limit=2',
      ['first', 'prev'],
      { page: 2147483647, limit: 2, total: 5e9, totalPages: 25e8 },
    ],
  ])('have no links: GET %s', async (target, relations, pagination) => {
    const { headers, json } = await api.send(`GET /v1${target}`);
    expect((json as { pagination: unknown }).pagination).toEqual(pagination);
    const links = [...headers.get('link')!.matchAll(/<([^>]*)>; rel="(\w+)"/g)];
    expect(links.map(([, , relation]) => relation)).toEqual(relations);
    for (const [, link] of links) expect((await api.send(`GET ${link}`)).status).toBe(200);
  });
});
