import { describe, expect, test } from 'vitest';
import type { PageConventions } from '../../../../../src/gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/plan/conventions/defaultConventions.ts';
import type { EndpointPlan } from '../../../../../src/gateway/plan/EndpointPlan.ts';
import type { PageFields } from '../../../../../src/gateway/plan/PagePlan.ts';
import type { ConnectionShape } from '../../../../../src/gateway/plan/Shape.ts';
import { parseQuery } from '../../../../../src/gateway/http/urls.ts';
import { decodeCursor, encodeCursor } from '../../../../../src/gateway/handle/read/cursors.ts';
import type { Pagination } from '../../../../../src/gateway/handle/render/pageNavigation.ts';
import { prepareSelection, preparePage, readPageCounts } from '../../../../../src/gateway/handle/render/preparePage.ts';
import { rows, seen, toyEngine } from '../../engine/support/toy.ts';
import { parameter } from '../../request/support/coercion.ts';
import {
  connection,
  endpointOf,
  leaf,
  listOf,
  object,
  pagePlan,
  resultOf,
  unwrapped,
  versionOf,
} from '../support/plans.ts';

const paged = endpointOf({
  parameters: [parameter('shelf', 'String')],
  result: resultOf({ dataPath: ['books'], body: connection(leaf()) }),
  page: pagePlan(),
});
const address = { path: '/books', query: parseQuery('') };
const CONNECTION = { nodes: ['a', null], _total: 9, _page: { hasNextPage: true, endCursor: 'c' } };

function render(page: Partial<PageConventions> = {}, data: object = CONNECTION, plan: EndpointPlan = paged) {
  const version = versionOf({ conventions: { page: { ...DEFAULT_CONVENTIONS.page, ...page } } });
  const request = { style: 'CURSOR', limit: 5, cursor: '' } as const;
  const context = { variables: { shelf: 'low' }, base: '' };
  return preparePage(plan, version)!(request, context, { data: {}, value: data }, { address, sent: {} });
}
const bound = encodeCursor('c', JSON.stringify(['/books', ['shelf', 'low']]));

const list = (path: string, selection: string, parameters = '') =>
  `query list${parameters} @endpoint(method: GET, path: "${path}") { ${selection} }`;
const toy = toyEngine(
  {
    'v1/all.graphql': list(
      '/books',
      'books(shelf: $shelf, genres: $genres) @paginate(default: 5, max: 20) { nodes { id } }',
      '($shelf: String, $genres: [Genre!])',
    ),
    'v1/edges.graphql': list('/edges', 'books @paginate { edges @unwrap { node { id } } }'),
    'v1/cursors.graphql': list('/cursors', 'books @paginate(styles: [CURSOR]) { nodes { id } }'),
    'v1/pages.graphql': list('/pages', 'books @paginate(styles: [PAGE, OFFSET]) { nodes { id } }'),
    'v2/all.graphql': list(
      '/books',
      'books(shelf: $where, genres: $genres) @paginate(default: 5, max: 20) { nodes { name: title } }',
      '($where: String @param(name: "shelf"), $genres: [Genre!])',
    ),
  },
  { basePath: '/api' },
);
const send = (target: string) => toy.send(`GET /api${target}`);
const ids = (from: number, to: number) => rows.slice(from - 1, to).map(({ id }) => ({ id }));
const encoded = (id: number, filters: unknown[] = []) =>
  encodeCursor(String(id), JSON.stringify(['/books', ...filters]));

describe('compilePage', () => {
  describe('a page', () => {
    test('is its items and its position', () => {
      expect(render()).toEqual({
        body: { data: ['a'], pagination: { nextCursor: bound, hasMore: true, total: 9 } },
        links: { first: '/books?cursor=&limit=5', next: `/books?cursor=${bound}&limit=5` },
      });
      expect(render({ body: { books: '{items}', meta: '{pagination}' } }).body).toMatchObject({
        books: ['a'],
        meta: {},
      });
    });
    test('has the plain cursors of its connection where the conventions say', () => {
      expect(render({ cursor: 'plain' }).body).toMatchObject({ pagination: { nextCursor: 'c' } });
    });
    test('counts by the fields of the engine', () => {
      const version = versionOf();
      const page = { style: 'OFFSET', limit: 5, offset: 0 } as const;
      const context = { variables: {}, base: '' };
      const { body } = preparePage(paged, version)!(
        page,
        context,
        { data: {}, value: CONNECTION },
        { address, sent: {} },
      );
      expect(body).toMatchObject({ pagination: { total: 9 } });
    });
    test('can be the selection, with the cursor of its end unless it is the last', () => {
      const pageInfo = object({ endCursor: leaf() }, 'PageInfo');
      const selected = object({ nodes: leaf(), pageInfo });
      const cursors = [{ path: ['pageInfo', 'endCursor'], leadsTo: 'next' as const }];
      const body = connection(leaf(), { selected, cursors });
      const plan = { ...paged, result: resultOf({ dataPath: ['books'], body }) };
      const endOf = (info: object) => {
        const data = { nodes: [], pageInfo: { endCursor: 'c' }, _page: info };
        return (render({ body: '{selection}' }, data, plan).body as typeof data).pageInfo.endCursor;
      };
      expect(endOf({ hasNextPage: true, endCursor: 'c' })).toBe(bound);
      expect(endOf({ hasNextPage: false, endCursor: 'c' })).toBeNull();
    });
    test('is in a wrapper where the result has one', () => {
      const body = object({ books: connection(leaf()) });
      const plan = { ...paged, result: resultOf({ dataPath: ['books'], body, wrapper: 'books' }) };
      expect(render({}, CONNECTION, plan).body).toMatchObject({ data: ['a'] });
    });
  });

  test('an endpoint without a page, or without a connection, has none', () => {
    const { page: _, ...unpaged } = paged;
    expect(preparePage(unpaged, versionOf())).toBeUndefined();
    expect(preparePage({ ...paged, result: resultOf() }, versionOf())).toBeUndefined();
  });

  describe('the pages of each style', () => {
    test.each([
      ['/v1/books', ids(1, 5), { limit: 5, offset: 0, total: 45, nextCursor: encoded(5), hasMore: true }],
      ['/v1/books?limit=2', ids(1, 2), { limit: 2, offset: 0, total: 45, nextCursor: encoded(2), hasMore: true }],
      ['/v1/books?offset=40', ids(41, 45), { limit: 5, offset: 40, total: 45 }],
      ['/v1/books?offset=1000', [], { limit: 5, offset: 1000, total: 45 }],
      ['/v1/books?page=1', ids(1, 5), { page: 1, limit: 5, total: 45, totalPages: 9 }],
      ['/v1/books?page=3&limit=20', ids(41, 45), { page: 3, limit: 20, total: 45, totalPages: 3 }],
      ['/v1/books?page=4&limit=20', [], { page: 4, limit: 20, total: 45, totalPages: 3 }],
      ['/v1/books?cursor=', ids(1, 5), { nextCursor: encoded(5), hasMore: true }],
      [`/v1/books?cursor=${encoded(5)}&limit=20`, ids(6, 25), { nextCursor: encoded(25), hasMore: true }],
      [`/v1/books?cursor=${encoded(40)}`, ids(41, 45), { nextCursor: null, hasMore: false }],
      ['/v1/books?shelf=none', [], { limit: 5, offset: 0, total: 0, nextCursor: null, hasMore: false }],
      ['/v1/books?shelf=none&page=1', [], { page: 1, limit: 5, total: 0, totalPages: 0 }],
      ['/v1/edges?offset=44', ids(45, 45), { limit: 20, offset: 44, total: 45 }],
      ['/v1/cursors?limit=100', ids(1, 45), { nextCursor: null, hasMore: false }],
      ['/v1/pages', ids(1, 20), { page: 1, limit: 20, total: 45, totalPages: 3 }],
    ])('GET %s', async (target, data, pagination) => {
      expect(seen(await send(target))).toEqual([200, { data, pagination }]);
    });
    test('run a count only where it is shown', async () => {
      const counts = async (target: string) => {
        const before = toy.trace.counts;
        await send(target);
        return toy.trace.counts - before;
      };
      expect(await counts('/v1/books?cursor=')).toBe(0);
      expect(await counts('/v1/cursors')).toBe(0);
      expect(await counts('/v1/books?page=1')).toBe(1);
      expect(await counts('/v1/books?offset=1')).toBe(1);
      expect(await counts('/v1/books')).toBe(1);
    });
    test('pass the arguments that a connection requires', async () => {
      const toyOf = (styles: string) =>
        toyEngine({ 'v1/a.graphql': list('/a', `strict @paginate${styles} { nodes { id } }`) });
      const all = toyOf('(default: 2)');
      for (const target of ['/v1/a', '/v1/a?offset=0', '/v1/a?page=1', '/v1/a?cursor=']) {
        expect(seen(await all.send(`GET ${target}`))).toMatchObject([200, { data: ids(1, 2) }]);
      }
      const { headers } = await toyOf('(default: 2, styles: [CURSOR])').send('GET /v1/a');
      expect(headers['link']).toContain('rel="next"');
    });
    test('have the names, styles and bounds of the conventions', async () => {
      const page = {
        parameters: { limit: 'per_page', page: 'p' },
        styles: ['PAGE'],
        default: 3,
        max: 5,
        envelope: { items: 'books', info: 'meta' },
      };
      const named = toyEngine({
        'conventions.json': JSON.stringify({ page }),
        'v1/a.graphql': list('/a', 'books(shelf: $shelf) @paginate { nodes { id } }', '($shelf: String)'),
      });
      const reply = await named.send('GET /v1/a?p=2&shelf=low');
      expect(seen(reply)).toEqual([
        200,
        { books: [{ id: 4 }, { id: 5 }, { id: 6 }], meta: { page: 2, limit: 3, total: 30, totalPages: 10 } },
      ]);
      expect(reply.headers['link']).toContain('</v1/a?shelf=low&p=3&per_page=3>; rel="next"');
      expect(seen(await named.send('GET /v1/a?per_page=6&offset=1'))).toEqual([
        400,
        {
          error:
            'offset is not a known parameter; known parameters are "shelf", "per_page", "p"; per_page must be an integer between 1 and 5',
        },
      ]);
      expect(JSON.stringify(named.openApi.get('/v1/openapi.json'))).toContain('"required":["books","meta"]');
    });
    test('pass plain cursors through', async () => {
      const plain = toyEngine({
        'conventions.json': JSON.stringify({ page: { cursor: 'plain' } }),
        'v1/a.graphql': list('/a', 'books @paginate { nodes { id } }'),
      });
      expect(seen(await plain.send('GET /v1/a?cursor=44'))).toEqual([
        200,
        { data: [{ id: 45 }], pagination: { nextCursor: null, hasMore: false } },
      ]);
      expect((seen(await plain.send('GET /v1/a?limit=1'))[1] as { pagination: object }).pagination).toMatchObject({
        nextCursor: '1',
      });
    });
  });

  describe('the links of pages', () => {
    const link = (name: string, query: string) => `</api/v1/books?${query}>; rel="${name}"`;
    test.each([
      [
        '/v1/books?offset=10&limit=10',
        [
          link('first', 'offset=0&limit=10'),
          link('prev', 'offset=0&limit=10'),
          link('next', 'offset=20&limit=10'),
          link('last', 'offset=40&limit=10'),
        ],
      ],
      [
        '/v1/books?page=9',
        [link('first', 'page=1&limit=5'), link('prev', 'page=8&limit=5'), link('last', 'page=9&limit=5')],
      ],
      ['/v1/books?page=5&shelf=none', ['first', 'prev', 'last'].map((name) => link(name, 'shelf=none&page=1&limit=5'))],
      [
        '/v1/books?shelf=none>,<"é^',
        ['first', 'last'].map((name) => link(name, 'shelf=none%3E,%3C%22%C3%A9%5E&offset=0&limit=5')),
      ],
      ['/v1/books?cursor=', [link('first', 'cursor=&limit=5'), link('next', `cursor=${encoded(5)}&limit=5`)]],
      [
        '/v1/books',
        [
          link('first', 'offset=0&limit=5'),
          link('next', `cursor=${encoded(5)}&limit=5`),
          link('last', 'offset=40&limit=5'),
        ],
      ],
      [
        '/v1/books?genres=FACT,FICTION&limit=20&shelf=a%20b%3E',
        [
          link('first', 'genres=FACT,FICTION&shelf=a%20b%3E&offset=0&limit=20'),
          link('last', 'genres=FACT,FICTION&shelf=a%20b%3E&offset=0&limit=20'),
        ],
      ],
    ])('GET %s', async (target, links) => {
      expect((await send(target)).headers['link']).toBe(links.join(', '));
    });
    test('of a list without cursors go on as its pages do', async () => {
      expect((await send('/v1/pages')).headers['link']).toContain('</api/v1/pages?page=2&limit=20>; rel="next"');
    });
    test('lead through all pages and keep the filters and the scheme', async () => {
      for (const start of [
        '/books?shelf=low&limit=7',
        '/v1/books?shelf=low&limit=7&page=1',
        '/v1/books?shelf=low&limit=7&cursor=',
      ]) {
        const found: unknown[] = [];
        let next: string | undefined = `/api${start}`;
        while (next) {
          const reply = await toy.send(`GET ${next}`);
          found.push(...(seen(reply)[1] as { data: unknown[] }).data);
          next = /<([^>]*)>; rel="next"/.exec(reply.headers['link'] ?? '')?.[1];
        }
        expect(found).toEqual(ids(1, 30));
      }
    });
    test('lead to the root', async () => {
      const root = toyEngine({ 'v1/a.graphql': list('/', 'books @paginate { nodes { id } }') });
      expect((await root.send('GET /v1?page=1')).headers['link']).toContain('</v1/?page=2&limit=20>; rel="next"');
    });
  });

  describe('cursors', () => {
    test('are valid in any version, and with any expand', async () => {
      expect(seen(await send(`/v2/books?cursor=${encoded(44)}`))).toEqual([
        200,
        { data: [{ name: 'Book 45' }], pagination: { nextCursor: null, hasMore: false } },
      ]);
    });
    test('are valid in any version, whatever it calls its placeholders, and whatever filters it has more', async () => {
      const books = 'books(shelf: $SHELF, genres: $genres) @paginate { nodes { id } }';
      const versions = toyEngine({
        'v1/a.graphql': list(
          '/s/{shelf}/books',
          books.replace('SHELF', 'shelf'),
          '($shelf: String!, $genres: [Genre!])',
        ),
        'v2/a.graphql': list('/s/{name}/books', books.replace('SHELF', 'name'), '($genres: [Genre!], $name: String!)'),
        'v3/a.graphql': list('/s/{name}/books', 'books(shelf: $name) @paginate { nodes { id } }', '($name: String!)'),
      });
      const first = seen(await versions.send('GET /v1/s/low/books?limit=1'))[1] as {
        pagination: { nextCursor: string };
      };
      const next = `books?limit=1&cursor=${first.pagination.nextCursor}`;
      for (const version of ['v1', 'v2', 'v3']) {
        expect(seen(await versions.send(`GET /${version}/s/low/${next}`))).toMatchObject([200, { data: [{ id: 2 }] }]);
        expect((await versions.send(`GET /${version}/s/high/${next}`)).status).toBe(400);
      }
      expect((await versions.send(`GET /v1/s/low/${next}&genres=FACT`)).status).toBe(400);
    });
    test('are valid in any version, in whatever order it has its filters', async () => {
      const books = 'books(shelf: $shelf, genres: $genres) @paginate { nodes { id } }';
      const versions = toyEngine({
        'v1/a.graphql': list('/b', books, '($shelf: String, $genres: [Genre!])'),
        'v2/a.graphql': list('/b', books, '($genres: [Genre!], $shelf: String)'),
      });
      const filters = 'shelf=low&genres=FACT&limit=1';
      const first = seen(await versions.send(`GET /v1/b?${filters}`))[1] as { pagination: { nextCursor: string } };
      const next = `/v2/b?${filters}&cursor=${first.pagination.nextCursor}`;
      expect(seen(await versions.send(`GET ${next}`))).toMatchObject([200, { data: [{ id: 4 }] }]);
    });
    test('take an absent filter for its default', async () => {
      const defaulted = toyEngine({
        'v1/a.graphql': list('/b', 'books(shelf: $shelf) @paginate { nodes { id } }', '($shelf: String = "low")'),
      });
      const first = seen(await defaulted.send('GET /v1/b?cursor=&limit=1'))[1] as {
        pagination: { nextCursor: string };
      };
      const next = `/v1/b?shelf=low&limit=1&cursor=${first.pagination.nextCursor}`;
      expect(seen(await defaulted.send(`GET ${next}`))).toMatchObject([200, { data: [{ id: 2 }] }]);
    });
    test('are bound to their list and its filters', async () => {
      const low = encoded(5, [['shelf', 'low']]);
      expect((await send(`/v1/books?shelf=low&cursor=${low}`)).status).toBe(200);
      for (const foreign of [
        `/v1/books?cursor=${low}`,
        `/v1/books?shelf=high&cursor=${low}`,
        `/v1/edges?cursor=${low}`,
      ]) {
        expect(seen(await send(foreign))).toEqual([400, { error: 'cursor must be a cursor of this list' }]);
      }
    });
    test('are refused if any character of them changes', () => {
      const good = encodeCursor('cursor:12345', 'list');
      expect(decodeCursor(good, 'list')).toBe('cursor:12345');
      for (let at = 0; at < good.length; at++) {
        for (const other of ['A', 'b', '0', '-', '=', ' ', 'é', '']) {
          if (good[at] === other) continue;
          expect(decodeCursor(good.slice(0, at) + other + good.slice(at + 1), 'list')).toBeUndefined();
        }
      }
      for (const other of [`${good}A`, `${good}=`, `${good}==`, ` ${good}`, good.slice(0, 12), '', 'A']) {
        expect(decodeCursor(other, 'list')).toBeUndefined();
      }
    });
  });
});

const field = (...path: string[]) => ({ field: path.join('.'), path });
const total = { ...field('all', 'total'), isOutside: false, nullable: true, byCursor: false };

describe('readPageCounts', () => {
  test.each<[what: string, fields: PageFields, value: unknown, counts: object]>([
    ['nothing but the items', {}, { nodes: [1, null] }, { itemCount: 2 }],
    ['no items', {}, { nodes: null }, { itemCount: 0 }],
    ['the total', { total }, { nodes: [1], all: { total: 3 } }, { total: 3 }],
    ['a total in a text', { total }, { nodes: [1], all: { total: '3' } }, { total: 3 }],
    ['a total that is null', { total }, { nodes: [1], all: null }, { itemCount: 1 }],
    ['a total that is negative', { total }, { nodes: [1], all: { total: -1 } }, { itemCount: 1 }],
    ['a total that is no number', { total }, { nodes: [1], all: { total: 'many' } }, { itemCount: 1 }],
    ['a total that is left out', { total }, { nodes: [1] }, { itemCount: 1 }],
    ['a total outside', { total: { ...total, isOutside: true } }, { nodes: [1] }, { total: 5 }],
    [
      'an end',
      { endCursor: field('i', 'end'), hasNextPage: field('i', 'has') },
      { nodes: [], i: { end: 'c', has: false } },
      { itemCount: 0, pageInfo: { endCursor: 'c', hasNextPage: false } },
    ],
    [
      'an end that leads on',
      { endCursor: field('token') },
      { nodes: [], token: 'c' },
      { itemCount: 0, pageInfo: { endCursor: 'c', hasNextPage: true } },
    ],
    [
      'an end that is null',
      { endCursor: field('token') },
      { nodes: [], token: null },
      { itemCount: 0, pageInfo: { endCursor: null, hasNextPage: false } },
    ],
    [
      'an end that is empty',
      { endCursor: field('token') },
      { nodes: [], token: '' },
      { itemCount: 0, pageInfo: { endCursor: null, hasNextPage: false } },
    ],
    [
      'a cursor that is no text',
      { endCursor: field('token') },
      { nodes: [], token: [7] },
      { itemCount: 0, pageInfo: { endCursor: '[7]', hasNextPage: true } },
    ],
    [
      'both ends',
      { endCursor: field('e'), hasNextPage: field('n'), startCursor: field('s'), hasPreviousPage: field('p') },
      { nodes: [], e: 'e', n: true, s: 's', p: false },
      {
        itemCount: 0,
        pageInfo: { endCursor: 'e', hasNextPage: true, startCursor: 's', hasPreviousPage: false },
      },
    ],
  ])('a page reads %s', (_, fields, value, counts) => {
    const data = { all: { total: 5 } };
    expect(readPageCounts({ data, value }, fields, ['nodes'])).toEqual(counts);
  });
});

describe('prepareSelection', () => {
  const version = versionOf({ enums: { Genre: { FACT: 'fact' } } });
  const request = { variables: {}, base: '' };
  const CURSORS = { nextCursor: '<c>', prevCursor: '<b>' };
  const renderSelected = (
    shape: ConnectionShape,
    data: unknown,
    pagination: Pick<Pagination, 'nextCursor' | 'prevCursor'> = CURSORS,
  ) => {
    const added = shape.selected.kind === 'list' ? [] : ['_total', '_page'];
    return prepareSelection(shape, added, version)(data, request, { pagination });
  };
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
    expect(renderSelected(shape, data)).toStrictEqual(body);
  });

  test('a cursor is null on the last page', () => {
    const shape = selecting({ pageInfo: INFO });
    expect(renderSelected(shape, { pageInfo: { endCursor: 'c' } }, { nextCursor: null, prevCursor: null })).toEqual({
      pageInfo: { endCursor: null },
    });
  });

  test('the data of the execution stays as it is', () => {
    const data = { nodes: [null, 'a'], pageInfo: { endCursor: 'c' } };
    renderSelected(selecting({ nodes: listOf(leaf()), pageInfo: INFO }), data);
    expect(data).toEqual({ nodes: [null, 'a'], pageInfo: { endCursor: 'c' } });
  });

  describe('over the engine', () => {
    const bare = toyEngine({
      'conventions.json': JSON.stringify({ page: { envelope: null } }),
      'v1/a.graphql': list('/a', 'books @paginate { data: nodes { id } next: pageInfo @unwrap { endCursor } }'),
      'v1/b.graphql': list('/b', 'books @paginate(styles: [OFFSET]) { nodes { id } pageInfo { last: endCursor } }'),
    });
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
      const bodies = toyEngine({
        'conventions.json': JSON.stringify({
          page: { envelope: null, styles: ['CURSOR'], parameters: { cursor: 'after' } },
          case: 'snake_case',
        }),
        'v1/a.graphql': list('/bare', 'books(shelf: $shelf) @paginate @unwrap { nodes { id } }', '($shelf: String)'),
        'v1/b.graphql': list('/edges', 'books @paginate @unwrap { edges @unwrap { node @unwrap { title } } }'),
        'v1/c.graphql': list('/whole', 'books @paginate { totalCount pageInfo { endCursor } items: nodes { id } }'),
      });
      const first = await bodies.send('GET /v1/bare?limit=2&shelf=low');
      expect(seen(first)).toEqual([200, [{ id: 1 }, { id: 2 }]]);
      const next = encodeCursor('2', JSON.stringify(['/bare', ['shelf', 'low']]));
      expect(first.headers['link']).toContain(`</v1/bare?shelf=low&after=${next}&limit=2>; rel="next"`);
      expect(seen(await bodies.send('GET /v1/edges?limit=2'))).toEqual([200, ['Book 1', 'Book 2']]);
      const cursor = encodeCursor('2', JSON.stringify(['/whole']));
      expect(seen(await bodies.send('GET /v1/whole?limit=2'))).toEqual([
        200,
        { total_count: 45, page_info: { end_cursor: cursor }, items: [{ id: 1 }, { id: 2 }] },
      ]);
      expect(seen(await bodies.send('GET /v1/whole?limit=100'))[1]).toMatchObject({ page_info: { end_cursor: null } });
      expect((await bodies.send('GET /v1/bare?limit=100')).headers['link']).not.toContain('next');
    });
  });
});
