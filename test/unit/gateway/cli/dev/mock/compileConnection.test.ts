// Pages over mock data, followed as clients follow them.
import { buildSchema } from 'graphql';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../../../src/gateway/conventions/defaultConventions.ts';
import { mockSchema } from '../../../../../../src/gateway/cli/dev/mockSchema.ts';
import { pagedSchema } from '../../../engine/support/pagedSchema.ts';
import { type ServedSchema, serveSchema } from '../../../engine/support/serveSchema.ts';
import { executeMocked } from './support/executeMocked.ts';

let served: ServedSchema | undefined;
afterEach(() => served?.close());

/** The ids of all pages, by `Link: next`. */
async function follow(target: string): Promise<number[]> {
  const ids: number[] = [];
  let next: string | undefined = target;
  for (let pages = 0; next !== undefined; pages++) {
    expect(pages).toBeLessThan(20);
    const { status, json, headers } = await served!.send(`GET ${next}`);
    expect(status).toBe(200);
    ids.push(...(json as { data: { id: number }[] }).data.map(({ id }) => id));
    next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return ids;
}

const FIFTY = Array.from({ length: 50 }, (_, index) => index + 1);
const list = (field: string, selection: string, paginate = '@paginate') =>
  `query list @endpoint(method: GET, path: "/items") { ${field} ${paginate} ${selection} }`;

test.each([
  ['Relay', list('allItems', '{ nodes { id } }'), '?cursor=&limit=7'],
  ['Relay by offset', list('allItems', '{ nodes { id } }'), '?limit=7'],
  ['edges', list('saleor', '{ edges @unwrap { node { id } } }', '@paginate(styles: [CURSOR])'), '?cursor=&limit=7'],
  [
    'a plain list with limit and offset',
    list('item', '{ id }', '@paginate(connection: { first: "limit", offset: "offset" }, styles: [OFFSET, PAGE])'),
    '?page=1&limit=7',
  ],
  [
    'the number of the page',
    list(
      'albums',
      '{ items { id } }',
      '@paginate(connection: { first: "perPage", page: "page", nodes: "items", totalCount: "meta.total" }, styles: [PAGE])',
    ),
    '?page=1&limit=7',
  ],
  [
    'a token of the next page',
    list(
      'listItems',
      '{ items { id } }',
      '@paginate(connection: { first: "pageSize", after: "pageToken", nodes: "items", endCursor: "nextPageToken" }, styles: [CURSOR])',
    ),
    '?cursor=&limit=7',
  ],
  [
    'items two levels down',
    list(
      'search',
      '{ hits { found { id } } }',
      '@paginate(connection: { first: "size", offset: "from", nodes: "hits.found", totalCount: "hits.total" }, styles: [OFFSET])',
    ),
    '?limit=7',
  ],
])('the pages of %s end, and have each item once', async (_, document, query) => {
  served = await serveSchema(mockSchema(pagedSchema, DEFAULT_CONVENTIONS), { 'v1/list.graphql': document });
  expect(await follow(`/v1/items${query}`)).toEqual(FIFTY);
});

test('a page says where it is, forwards and backwards', () => {
  const execute = executeMocked(pagedSchema);
  const select =
    '{ totalCount nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';
  const page = execute(`{ allItems(first: 2, after: "10") ${select} }`).allItems;
  expect(page).toEqual({
    totalCount: 50,
    nodes: [{ id: 11 }, { id: 12 }],
    edges: [{ cursor: '11' }, { cursor: '12' }],
    pageInfo: { hasNextPage: true, hasPreviousPage: true, startCursor: '11', endCursor: '12' },
  });
  expect(execute(`{ allItems(last: 2, before: "3") ${select} }`).allItems).toMatchObject({
    nodes: [{ id: 1 }, { id: 2 }],
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
  });
  expect(execute(`{ allItems(first: 2, after: "50") ${select} }`).allItems).toMatchObject({
    nodes: [],
    pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
  });
});

test('a connection has the names of the conventions', () => {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      things(howMany: Int, behind: String): Things!
    }
    type Things {
      pile: [Thing!]!
      all: Int!
      further: Boolean!
      mark: String
    }
    type Thing {
      id: ID!
    }
  `);
  const { connection } = DEFAULT_CONVENTIONS;
  const names = {
    first: 'howMany',
    after: 'behind',
    nodes: 'pile',
    totalCount: 'all',
    hasNextPage: 'further',
    endCursor: 'mark',
  };
  const execute = executeMocked(schema, { connection: { ...connection, ...names } });
  expect(execute('{ things(howMany: 2, behind: "48") { pile { id } all further mark } }').things).toEqual({
    pile: [{ id: '49' }, { id: '50' }],
    all: 50,
    further: false,
    mark: '50',
  });
});

test('items have what a filter asks for', () => {
  const execute = executeMocked(pagedSchema);
  const { item, allItems } = execute(
    '{ item(where: {kind: "b"}, limit: 2) { id kind } allItems(condition: {kind: "c"}, first: 1) { nodes { kind } } }',
  );
  expect(item).toEqual([
    { id: 1, kind: 'b' },
    { id: 2, kind: 'b' },
  ]);
  expect(allItems.nodes).toEqual([{ kind: 'c' }]);
});
