// `page.headers` of conventions.json: the headers of pages.
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { openFacade, stubUpstream } from './support/upstreams.ts';
import { serveSchema } from './support/serveSchema.ts';

type Schema = Record<string, unknown>;

const SDL = `
  type Query {
    books(first: Int, after: String, offset: Int): Books!
    uncounted(first: Int, after: String): Uncounted!
    title: String!
  }
  type Books { nodes: [String!]! pageInfo: PageInfo! totalCount: Int! }
  type Uncounted { nodes: [String!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
`;
const schema = buildSchema(SDL);
let counted = 0;
const page = {
  nodes: ['a'],
  pageInfo: { hasNextPage: true, endCursor: 'ä\r\nb' },
  totalCount: () => {
    counted++;
    return 5;
  },
};
const fields = schema.getQueryType()!.getFields();
fields['books']!.resolve = () => page;
fields['uncounted']!.resolve = () => page;
fields['title']!.resolve = () => 'title';

const listOf = (field: string) => `query ${field} @endpoint(method: GET, path: "/${field}", maxAge: 60) {
  ${field} @paginate(default: 2) @unwrap { nodes } }`;
const HEADERS = {
  'X-Page': '{page}',
  'X-Per-Page': '{limit}',
  'X-Total': '{total}',
  'X-Total-Pages': '{totalPages?}',
  'X-Position': '{offset} of {total? }items',
  'X-Next': '{next}',
  'X-Cursor': '{nextCursor}',
  'X-More': '{hasMore:string}',
};
const documents = {
  'v1/conventions.json': JSON.stringify({
    page: { envelope: null, headers: HEADERS, cursor: 'plain' },
    headers: { Link: null },
  }),
  'v1/books.graphql': listOf('books'),
  'v1/title.graphql': 'query title @endpoint(method: GET, path: "/title") { title }',
  'v2/conventions.json': JSON.stringify({
    page: {
      headers: { ...Object.fromEntries(Object.keys(HEADERS).map((name) => [name, null])), 'X-Total': '{total?}' },
    },
  }),
};
const served = await serveSchema(schema, documents, { cors: { origins: '*' } });
afterAll(() => served.close());

async function send(target: string, headers: Record<string, string> = {}) {
  counted = 0;
  const response = await served.send(`GET ${target}`, { headers });
  const ofPage = [...response.headers].filter(([name]) => /^x-(?!request|content)/.test(name));
  return { status: response.status, counted, headers: Object.fromEntries(ofPage), all: response.headers };
}

describe('a page has its headers', () => {
  const counts = { 'x-total': '5', 'x-total-pages': '3' };
  const more = { 'x-per-page': '2', 'x-more': 'true' };
  test.each<[string, string, Record<string, string>]>([
    [
      'by page',
      'page=2',
      { ...more, ...counts, 'x-page': '2', 'x-position': '2 of 5 items', 'x-next': '/v1/books?page=3&limit=2' },
    ],
    [
      'by offset',
      'offset=1',
      { ...more, ...counts, 'x-position': '1 of 5 items', 'x-next': '/v1/books?offset=3&limit=2' },
    ],
    [
      'by cursor',
      'cursor=x',
      { ...more, ...counts, 'x-cursor': '%C3%A4%0D%0Ab', 'x-next': '/v1/books?cursor=%C3%A4%0D%0Ab&limit=2' },
    ],
  ])('%s', async (_, query, headers) => {
    expect(await send(`/v1/books?${query}`)).toMatchObject({ status: 200, counted: 1, headers });
    expect(Object.keys((await send(`/v1/books?${query}`)).headers).toSorted()).toEqual(Object.keys(headers).toSorted());
  });

  test('and 304 as well, but no other response', async () => {
    const { all, headers } = await send('/v1/books?page=1');
    const again = await send('/v1/books?page=1', { 'if-none-match': all.get('etag')! });
    expect([again.status, again.headers]).toEqual([304, headers]);
    expect((await send('/v1/title')).headers).toEqual({});
    expect(await send('/v1/books?page=0')).toMatchObject({ status: 400, headers: {} });
  });

  test('that CORS exposes', async () => {
    const { all } = await send('/v1/books', { origin: 'https://a.example' });
    expect(all.get('access-control-expose-headers')).toMatch(/, X-Page, X-Per-Page, X-Total,/);
  });

  test('and counts by cursor only where {total} is not optional', async () => {
    expect(await send('/v2/books?cursor=x')).toMatchObject({ counted: 0, headers: {} });
    expect(await send('/v2/books?page=1')).toMatchObject({ counted: 1, headers: { 'x-total': '5' } });
  });
});

describe('OpenAPI', () => {
  interface Described extends Schema {
    paths: Record<string, { get: { responses: Record<string, { headers: Record<string, Schema> }> } }>;
  }
  const documentOf = (path: string) => served.openApi.get(path) as Described;

  test('describes them by the placeholder', () => {
    const { 200: ok, 304: same } = documentOf('/v1/openapi.json').paths['/books']!.get.responses;
    expect(ok!.headers).toMatchObject({
      'X-Page': { schema: { type: 'integer', minimum: 1 }, description: 'The number of the page, counted from 1.' },
      'X-Total': { required: true, schema: { type: 'integer', minimum: 0 } },
      'X-Position': { schema: { type: 'string' }, description: 'A value of the page.' },
      'X-Next': { schema: { type: 'string', format: 'uri-reference' } },
    });
    expect(ok!.headers['X-Page']).not.toHaveProperty('required');
    expect(Object.keys(same!.headers)).toEqual(expect.arrayContaining(Object.keys(HEADERS)));
    expect(documentOf('/v1/openapi.json').paths['/title']!.get.responses['200']!.headers).not.toHaveProperty('X-Page');
  });
});

test('a façade asks for what they need, and a list without a total has none', async () => {
  const stub = await stubUpstream();
  stub.answer = ({ body: { query } }) => {
    const list = { nodes: ['a'], _page: page.pageInfo, _total: 5 };
    return { body: { data: query.includes('uncounted') ? { uncounted: list } : { books: list } } };
  };
  const files = {
    'conventions.json': JSON.stringify({
      page: { styles: ['CURSOR'], headers: { 'X-Total': '{total}', 'X-Limit': '{limit}' } },
    }),
    'books.graphql': 'query books @endpoint(method: GET, path: "/books") { books @paginate { nodes } }',
    'uncounted.graphql': 'query uncounted @endpoint(method: GET, path: "/uncounted") { uncounted @paginate { nodes } }',
  };
  const facade = await openFacade({ upstream: stub, sdl: SDL, files });
  const responses = [];
  for (const path of ['/v1/books', '/v1/uncounted']) {
    const { status, headers } = await facade.send(path);
    responses.push([
      status,
      headers.get('x-total'),
      headers.get('x-limit'),
      stub.received.at(-1)!.body.query.includes('totalCount'),
    ]);
  }
  await facade.close();
  await stub.close();
  expect(responses).toEqual([
    [200, '5', '20', true],
    [200, null, '20', false],
  ]);
});
