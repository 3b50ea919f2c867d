import { describe, expect, test } from 'vitest';
import type { PageConventions } from '../../../../src/gateway/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/conventions/defaultConventions.ts';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { decodeCursor, encodeCursor } from '../../../../src/gateway/protocol/cursor.ts';
import { parseQuery } from '../../../../src/gateway/protocol/parseQuery.ts';
import { compilePage } from '../../../../src/gateway/runtime/compilePage.ts';
import { rows, seen, toyEngine } from '../engine/support/toy.ts';
import { parameter } from '../request/support/coercion.ts';
import { connection, endpointOf, leaf, object, pagePlan, resultOf, versionOf } from './support/plans.ts';

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
  return compilePage(plan, version)!({ page: request, context, executed: { data: {}, value: data }, address });
}
const bound = encodeCursor('c', JSON.stringify(['/books', ['shelf', 'low']]));

describe('a page', () => {
  test('is its items and its position in an envelope', () => {
    expect(render()).toEqual({
      body: { data: ['a'], pagination: { nextCursor: bound, hasMore: true, total: 9 } },
      links: { first: { cursor: '', limit: 5 }, next: { cursor: bound, limit: 5 } },
    });
    expect(render({ envelope: { items: 'books', info: 'meta' } }).body).toMatchObject({ books: ['a'], meta: {} });
  });
  test('has the plain cursors of its connection where the conventions say', () => {
    expect(render({ cursor: 'plain' }).body).toMatchObject({ pagination: { nextCursor: 'c' } });
  });
  test('counts by the fields of the engine', () => {
    const version = versionOf();
    const page = { style: 'OFFSET', limit: 5, offset: 0 } as const;
    const context = { variables: {}, base: '' };
    const { body } = compilePage(paged, version)!({
      page,
      context,
      executed: { data: {}, value: CONNECTION },
      address,
    });
    expect(body).toMatchObject({ pagination: { total: 9 } });
  });
  test('without an envelope is the selection, with the cursor of its end unless it is the last', () => {
    const pageInfo = object({ endCursor: leaf() }, 'PageInfo');
    const selected = object({ nodes: leaf(), pageInfo });
    const cursors = [{ path: ['pageInfo', 'endCursor'], leadsTo: 'next' as const }];
    const body = connection(leaf(), { selected, cursors });
    const plan = { ...paged, result: resultOf({ dataPath: ['books'], body }) };
    const endOf = (info: object) => {
      const data = { nodes: [], pageInfo: { endCursor: 'c' }, _page: info };
      return (render({ envelope: null }, data, plan).body as typeof data).pageInfo.endCursor;
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
  expect(compilePage(unpaged, versionOf())).toBeUndefined();
  expect(compilePage({ ...paged, result: resultOf() }, versionOf())).toBeUndefined();
});

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
      'v1/a.graphql': list('/s/{shelf}/books', books.replace('SHELF', 'shelf'), '($shelf: String!, $genres: [Genre!])'),
      'v2/a.graphql': list('/s/{name}/books', books.replace('SHELF', 'name'), '($genres: [Genre!], $name: String!)'),
      'v3/a.graphql': list('/s/{name}/books', 'books(shelf: $name) @paginate { nodes { id } }', '($name: String!)'),
    });
    const first = seen(await versions.send('GET /v1/s/low/books?limit=1'))[1] as { pagination: { nextCursor: string } };
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
    const first = seen(await defaulted.send('GET /v1/b?cursor=&limit=1'))[1] as { pagination: { nextCursor: string } };
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
