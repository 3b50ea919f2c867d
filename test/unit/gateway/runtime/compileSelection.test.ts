import { describe, expect, test } from 'vitest';
import { encodeCursor } from '../../../../src/gateway/protocol/cursor.ts';
import type { ConnectionShape } from '../../../../src/gateway/plan/Shape.ts';
import { type PageCursors, compileSelection } from '../../../../src/gateway/runtime/compileSelection.ts';
import { rows, seen, toyEngine } from '../engine/support/toy.ts';
import { connection, leaf, listOf, object, unwrapped, versionOf } from './support/plans.ts';

const version = versionOf({ enums: { Genre: { FACT: 'fact' } } });
const request = { variables: {}, base: '' };
const CURSORS = { next: '<c>', prev: '<b>' };
const render = (shape: ConnectionShape, data: unknown, cursors: PageCursors = CURSORS) =>
  compileSelection(shape, shape.selected.kind === 'list' ? [] : ['_total', '_page'], version)(data, cursors, request);
const INFO = object({ endCursor: leaf(), hasNextPage: leaf('Boolean') }, 'PageInfo');
const END = [{ path: ['pageInfo', 'endCursor'], leadsTo: 'next' as const }];
const NODES = [{ path: ['nodes'] }];

/** A connection that selects these properties, with the items at `nodes` and the end at `pageInfo`, if it has them. */
const selecting = (properties: Parameters<typeof object>[0], rest: Partial<ConnectionShape> = {}) =>
  connection(leaf(), {
    selected: object(properties),
    lists: 'nodes' in properties ? NODES : [],
    cursors: 'pageInfo' in properties ? END : [],
    ...rest,
  });

test.each<[string, ConnectionShape, unknown, unknown]>([
  [
    'its properties, without those of the engine',
    selecting({ nodes: listOf(leaf()), totalCount: leaf('Int') }),
    { nodes: ['a'], totalCount: 3, _total: 3, _page: {} },
    { nodes: ['a'], totalCount: 3 },
  ],
  [
    'no property that is left out',
    selecting({ nodes: listOf(leaf()), totalCount: leaf('Int'), pageInfo: INFO }),
    { nodes: ['a'] },
    { nodes: ['a'] },
  ],
  [
    'a property that is null',
    selecting({ nodes: listOf(leaf()), totalCount: leaf('Int') }),
    { nodes: ['a'], totalCount: null },
    { nodes: ['a'], totalCount: null },
  ],
  ['its items without nulls', selecting({ nodes: listOf(leaf()) }), { nodes: [null, 'a'] }, { nodes: ['a'] }],
  ['no items for null', selecting({ nodes: listOf(leaf()) }), { nodes: null }, { nodes: [] }],
  ['no items where there are none', selecting({ nodes: listOf(leaf()) }), {}, { nodes: [] }],
  [
    'unwrapped edges without those of null',
    selecting({ edges: listOf(unwrapped('node', leaf())) }, { lists: [{ path: ['edges'], only: 'node' }] }),
    { edges: [{ node: 'a' }, { node: null }, null] },
    { edges: ['a'] },
  ],
  [
    'its items without those of types that count as null',
    selecting({ nodes: listOf(leaf()) }, { lists: [{ path: ['nodes'], unselected: ['B'] }] }),
    { nodes: [{ _type: 'A' }, { _type: 'B' }] },
    { nodes: [{ _type: 'A' }] },
  ],
  [
    'items further below',
    selecting({ data: object({ rows: listOf(leaf()), more: leaf() }) }, { lists: [{ path: ['data', 'rows'] }] }),
    { data: { rows: [null, 'a'], more: 'x' } },
    { data: { rows: ['a'], more: 'x' } },
  ],
  [
    'other lists as they are',
    selecting({ nodes: listOf(leaf()), others: listOf(leaf()) }),
    { nodes: [], others: [null] },
    { nodes: [], others: [null] },
  ],
  ['rewritten items', selecting({ nodes: listOf(leaf('Genre')) }), { nodes: ['FACT', null] }, { nodes: ['fact'] }],
  [
    'cursors for clients',
    selecting({ pageInfo: INFO }),
    { pageInfo: { endCursor: 'c', hasNextPage: true } },
    { pageInfo: { endCursor: '<c>', hasNextPage: true } },
  ],
  [
    'cursors of both ends',
    selecting(
      { nextPageToken: leaf(), back: object({ start: leaf() }) },
      {
        cursors: [
          { path: ['nextPageToken'], leadsTo: 'next' },
          { path: ['back', 'start'], leadsTo: 'prev' },
        ],
      },
    ),
    { nextPageToken: 'c', back: { start: 'b' } },
    { nextPageToken: '<c>', back: { start: '<b>' } },
  ],
  [
    'cursors that are null',
    selecting({ pageInfo: INFO }),
    { pageInfo: { endCursor: null, hasNextPage: false } },
    { pageInfo: { endCursor: null, hasNextPage: false } },
  ],
  ['page information that is null', selecting({ pageInfo: INFO }), { pageInfo: null }, { pageInfo: null }],
  [
    'an unwrapped cursor',
    selecting({ pageInfo: unwrapped('endCursor', leaf()) }),
    { pageInfo: { endCursor: 'c' } },
    { pageInfo: '<c>' },
  ],
  ['other cursors', selecting({ other: INFO }), { other: { endCursor: 'c' } }, { other: { endCursor: 'c' } }],
  [
    'its only child',
    connection(leaf(), { selected: unwrapped('nodes', listOf(leaf())) }),
    { nodes: ['a', null], _page: {} },
    ['a'],
  ],
  [
    'its only child, twice',
    connection(leaf(), {
      selected: unwrapped('edges', listOf(unwrapped('node', leaf()))),
      lists: [{ path: ['edges'], only: 'node' }],
    }),
    { edges: [{ node: 'a' }, { node: null }] },
    ['a'],
  ],
  [
    'the list that it is',
    connection(leaf(), { selected: listOf(leaf('Genre')), lists: [{ path: [] }] }),
    [null, 'FACT'],
    ['fact'],
  ],
])('a connection is sent as %s', (_, shape, data, body) => {
  expect(render(shape, data)).toStrictEqual(body);
});

test('a cursor is null on the last page', () => {
  const shape = selecting({ pageInfo: INFO });
  expect(render(shape, { pageInfo: { endCursor: 'c' } }, { next: null, prev: null })).toEqual({
    pageInfo: { endCursor: null },
  });
});

test('the data of the execution stays as it is', () => {
  const data = { nodes: [null, 'a'], pageInfo: { endCursor: 'c' } };
  render(selecting({ nodes: listOf(leaf()), pageInfo: INFO }), data);
  expect(data).toEqual({ nodes: [null, 'a'], pageInfo: { endCursor: 'c' } });
});

describe('over the engine', () => {
  const list = (path: string, selection: string, parameters = '') =>
    `query list${parameters} @endpoint(method: GET, path: "${path}") { ${selection} }`;
  const bare = toyEngine({
    'conventions.json': JSON.stringify({ page: { envelope: null } }),
    'v1/a.graphql': list('/a', 'books @paginate { data: nodes { id } next: pageInfo @unwrap { endCursor } }'),
    'v1/b.graphql': list('/b', 'books @paginate(styles: [OFFSET]) { nodes { id } pageInfo { last: endCursor } }'),
  });
  const ids = (from: number, to: number) => rows.slice(from - 1, to).map(({ id }) => ({ id }));
  const of = (path: string, id: number) => encodeCursor(String(id), JSON.stringify([path]));
  test.each([
    ['/v1/a?limit=1', { data: ids(1, 1), next: of('/a', 1) }],
    ['/v1/a?limit=1&cursor=', { data: ids(1, 1), next: of('/a', 1) }],
    ['/v1/a?limit=1&offset=3', { data: ids(4, 4), next: of('/a', 4) }],
    ['/v1/a?limit=45&cursor=', { data: ids(1, 45), next: null }],
    ['/v1/b?limit=1', { nodes: ids(1, 1), pageInfo: { last: of('/b', 1) } }],
    ['/v1/b?offset=44', { nodes: ids(45, 45), pageInfo: { last: null } }],
  ])('%s has the cursor of its end, and null on the last page', async (target, body) => {
    expect(seen(await bare.send(`GET ${target}`))).toEqual([200, body]);
  });
  test('OpenAPI has the selection, and no nulls in the list', () => {
    const { paths, components } = bare.openApi.get('/v1/openapi.json') as never;
    const schema = paths['/a']['get']['responses']['200']['content']['application/json']['schema'] as {
      $ref?: string;
      properties?: never;
    };
    const resolved = schema.$ref === undefined ? schema : components['schemas'][schema.$ref.split('/').at(-1)!];
    expect(resolved).toMatchObject({
      type: 'object',
      properties: { data: { type: 'array', items: expect.any(Object) }, next: { type: ['string', 'null'] } },
    });
    expect(JSON.stringify(resolved.properties!['data'])).not.toContain('null');
  });
  test('pages are what the document selects, and lead on by Link', async () => {
    const toy = toyEngine({
      'conventions.json': JSON.stringify({
        page: { envelope: null, styles: ['CURSOR'], parameters: { cursor: 'after' } },
        case: 'snake_case',
      }),
      'v1/a.graphql': list('/bare', 'books(shelf: $shelf) @paginate @unwrap { nodes { id } }', '($shelf: String)'),
      'v1/b.graphql': list('/edges', 'books @paginate @unwrap { edges @unwrap { node @unwrap { title } } }'),
      'v1/c.graphql': list('/whole', 'books @paginate { totalCount pageInfo { endCursor } items: nodes { id } }'),
    });
    const first = await toy.send('GET /v1/bare?limit=2&shelf=low');
    expect(seen(first)).toEqual([200, [{ id: 1 }, { id: 2 }]]);
    const next = encodeCursor('2', JSON.stringify(['/bare', ['shelf', 'low']]));
    expect(first.headers['link']).toContain(`</v1/bare?shelf=low&after=${next}&limit=2>; rel="next"`);
    expect(seen(await toy.send('GET /v1/edges?limit=2'))).toEqual([200, ['Book 1', 'Book 2']]);
    const cursor = encodeCursor('2', JSON.stringify(['/whole']));
    expect(seen(await toy.send('GET /v1/whole?limit=2'))).toEqual([
      200,
      { total_count: 45, page_info: { end_cursor: cursor }, items: [{ id: 1 }, { id: 2 }] },
    ]);
    expect(seen(await toy.send('GET /v1/whole?limit=100'))[1]).toMatchObject({ page_info: { end_cursor: null } });
    expect((await toy.send('GET /v1/bare?limit=100')).headers['link']).not.toContain('next');
  });
});
