import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from '../../../../src/gateway/protocol/cursor.ts';
import { rows, seen, toyEngine } from './support/toy.ts';

const list = (path: string, paginate: string, parameters = '') => `
  query list${parameters} @endpoint(method: GET, path: "${path}") { ${paginate} }`;
const documents = {
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
};
const toy = toyEngine(documents, { basePath: '/api' });
const send = (target: string) => toy.send(`GET /api${target}`);
const ids = (from: number, to: number) => rows.slice(from - 1, to).map(({ id }) => ({ id }));
const sealed = (id: number, filters: unknown[] = []) =>
  encodeCursor(String(id), JSON.stringify(['/books', ...filters]));

describe('the four answers', () => {
  test.each([
    ['/v1/books', ids(1, 5), { limit: 5, offset: 0, total: 45, nextCursor: sealed(5), hasMore: true }],
    ['/v1/books?limit=2', ids(1, 2), { limit: 2, offset: 0, total: 45, nextCursor: sealed(2), hasMore: true }],
    ['/v1/books?offset=40', ids(41, 45), { limit: 5, offset: 40, total: 45 }],
    ['/v1/books?offset=1000', [], { limit: 5, offset: 1000, total: 45 }],
    ['/v1/books?page=1', ids(1, 5), { page: 1, limit: 5, total: 45, totalPages: 9 }],
    ['/v1/books?page=3&limit=20', ids(41, 45), { page: 3, limit: 20, total: 45, totalPages: 3 }],
    ['/v1/books?page=4&limit=20', [], { page: 4, limit: 20, total: 45, totalPages: 3 }],
    ['/v1/books?cursor=', ids(1, 5), { nextCursor: sealed(5), hasMore: true }],
    [`/v1/books?cursor=${sealed(5)}&limit=20`, ids(6, 25), { nextCursor: sealed(25), hasMore: true }],
    [`/v1/books?cursor=${sealed(40)}`, ids(41, 45), { nextCursor: null, hasMore: false }],
    ['/v1/books?shelf=none', [], { limit: 5, offset: 0, total: 0, nextCursor: null, hasMore: false }],
    ['/v1/books?shelf=none&page=1', [], { page: 1, limit: 5, total: 0, totalPages: 0 }],
    ['/v1/edges?offset=44', ids(45, 45), { limit: 20, offset: 44, total: 45 }],
    ['/v1/cursors?limit=100', ids(1, 45), { nextCursor: null, hasMore: false }],
    ['/v1/pages', ids(1, 20), { page: 1, limit: 20, total: 45, totalPages: 3 }],
  ])('GET %s', async (target, data, pagination) => {
    expect(seen(await send(target))).toEqual([200, { data, pagination }]);
  });
  test('runs a count only where it is shown', async () => {
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
});

describe('the links', () => {
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
      '/v1/books?offset=0',
      [link('first', 'offset=0&limit=5'), link('next', 'offset=5&limit=5'), link('last', 'offset=40&limit=5')],
    ],
    [
      '/v1/books?offset=1000',
      [link('first', 'offset=0&limit=5'), link('prev', 'offset=40&limit=5'), link('last', 'offset=40&limit=5')],
    ],
    [
      '/v1/books?page=2&limit=20',
      [
        link('first', 'page=1&limit=20'),
        link('prev', 'page=1&limit=20'),
        link('next', 'page=3&limit=20'),
        link('last', 'page=3&limit=20'),
      ],
    ],
    [
      '/v1/books?page=9',
      [link('first', 'page=1&limit=5'), link('prev', 'page=8&limit=5'), link('last', 'page=9&limit=5')],
    ],
    [
      '/v1/books?page=50',
      [link('first', 'page=1&limit=5'), link('prev', 'page=9&limit=5'), link('last', 'page=9&limit=5')],
    ],
    ['/v1/books?page=5&shelf=none', ['first', 'prev', 'last'].map((name) => link(name, 'shelf=none&page=1&limit=5'))],
    [
      '/v1/books?shelf=none>,<"é^',
      ['first', 'last'].map((name) => link(name, 'shelf=none%3E,%3C%22%C3%A9%5E&offset=0&limit=5')),
    ],
    ['/v1/books?cursor=', [link('first', 'cursor=&limit=5'), link('next', `cursor=${sealed(5)}&limit=5`)]],
    [
      '/v1/books',
      [
        link('first', 'offset=0&limit=5'),
        link('next', `cursor=${sealed(5)}&limit=5`),
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
  ])('of %s', async (target, links) => {
    expect((await send(target)).headers['link']).toBe(links.join(', '));
  });
  test('of a list without cursors go on as its pages do', async () => {
    expect((await send('/v1/pages')).headers['link']).toContain('</api/v1/pages?page=2&limit=20>; rel="next"');
  });
  test('are left out where no client could read them', async () => {
    const reply = await send(`/v1/books?shelf=${'x'.repeat(4000)}`);
    expect([reply.status, reply.headers['link']]).toEqual([200, undefined]);
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
});

describe('what a page refuses', () => {
  test.each([
    ['/v1/books?limit=0', 'limit must be an integer from 1 to 20'],
    ['/v1/books?limit=21', 'limit must be an integer from 1 to 20'],
    ['/v1/books?limit=', 'limit must be an integer from 1 to 20'],
    ['/v1/books?limit=5.0', 'limit must be an integer from 1 to 20'],
    ['/v1/books?limit=1e1', 'limit must be an integer from 1 to 20'],
    ['/v1/books?limit=%2B5', 'limit must be an integer from 1 to 20'],
    ['/v1/books?limit=5&limit=5', 'limit must be given only once'],
    ['/v1/books?offset=-1', 'offset must be an integer from 0 to 2147483647'],
    ['/v1/books?offset=2147483648', 'offset must be an integer from 0 to 2147483647'],
    ['/v1/books?page=0', 'page must be an integer from 1 to 2147483648'],
    ['/v1/books?page=1&offset=0', 'page cannot be combined with offset'],
    ['/v1/books?cursor=&page=1&offset=0', 'cursor cannot be combined with offset and page'],
    ['/v1/books?cursor=x', 'cursor is not a cursor of this list'],
    [
      '/v1/books?limit=0&page=0&shelf=a&shelf=b&nope=1',
      'shelf must be given only once; nope is not a known parameter; known are "shelf", "genres", "limit", "offset", "page", "cursor"; limit must be an integer from 1 to 20; page must be an integer from 1 to 2147483648',
    ],
    ['/v1/cursors?page=1', 'page is not a known parameter; known are "limit", "cursor"'],
  ])('GET %s', async (target, message) => {
    expect(seen(await send(target))).toEqual([400, { error: message }]);
  });
});

describe('cursors', () => {
  test('are good in any version, and with any expand', async () => {
    expect(seen(await send(`/v2/books?cursor=${sealed(44)}`))).toEqual([
      200,
      { data: [{ name: 'Book 45' }], pagination: { nextCursor: null, hasMore: false } },
    ]);
  });
  test('are good in any version, whatever it calls its placeholders, and whatever filters it has more', async () => {
    const books = 'books(shelf: $SHELF, genres: $genres) @paginate { nodes { id } }';
    const toyed = toyEngine({
      'v1/a.graphql': list('/s/{shelf}/books', books.replace('SHELF', 'shelf'), '($shelf: String!, $genres: [Genre!])'),
      'v2/a.graphql': list('/s/{name}/books', books.replace('SHELF', 'name'), '($genres: [Genre!], $name: String!)'),
      'v3/a.graphql': list('/s/{name}/books', 'books(shelf: $name) @paginate { nodes { id } }', '($name: String!)'),
    });
    const first = seen(await toyed.send('GET /v1/s/low/books?limit=1'))[1] as { pagination: { nextCursor: string } };
    const next = `books?limit=1&cursor=${first.pagination.nextCursor}`;
    for (const version of ['v1', 'v2', 'v3']) {
      expect(seen(await toyed.send(`GET /${version}/s/low/${next}`))).toMatchObject([200, { data: [{ id: 2 }] }]);
      expect((await toyed.send(`GET /${version}/s/high/${next}`)).status).toBe(400);
    }
    expect((await toyed.send(`GET /v1/s/low/${next}&genres=FACT`)).status).toBe(400);
  });
  test('are good in any version, in whatever order it has its filters', async () => {
    const books = 'books(shelf: $shelf, genres: $genres) @paginate { nodes { id } }';
    const toyed = toyEngine({
      'v1/a.graphql': list('/b', books, '($shelf: String, $genres: [Genre!])'),
      'v2/a.graphql': list('/b', books, '($genres: [Genre!], $shelf: String)'),
    });
    const filters = 'shelf=low&genres=FACT&limit=1';
    const first = seen(await toyed.send(`GET /v1/b?${filters}`))[1] as { pagination: { nextCursor: string } };
    const next = `/v2/b?${filters}&cursor=${first.pagination.nextCursor}`;
    expect(seen(await toyed.send(`GET ${next}`))).toMatchObject([200, { data: [{ id: 4 }] }]);
  });
  test('take an absent filter for its default', async () => {
    const toyed = toyEngine({
      'v1/a.graphql': list('/b', 'books(shelf: $shelf) @paginate { nodes { id } }', '($shelf: String = "low")'),
    });
    const first = seen(await toyed.send('GET /v1/b?cursor=&limit=1'))[1] as { pagination: { nextCursor: string } };
    const next = `/v1/b?shelf=low&limit=1&cursor=${first.pagination.nextCursor}`;
    expect(seen(await toyed.send(`GET ${next}`))).toMatchObject([200, { data: [{ id: 2 }] }]);
  });
  test('are bound to their list and its filters', async () => {
    const low = sealed(5, [['shelf', 'low']]);
    expect((await send(`/v1/books?shelf=low&cursor=${low}`)).status).toBe(200);
    for (const foreign of [
      `/v1/books?cursor=${low}`,
      `/v1/books?shelf=high&cursor=${low}`,
      `/v1/edges?cursor=${low}`,
    ]) {
      expect(seen(await send(foreign))).toEqual([400, { error: 'cursor is not a cursor of this list' }]);
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

describe('without an envelope', () => {
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
  test('says so in OpenAPI, and that there are no nulls in the list', () => {
    const { paths } = bare.openApi.get('/v1/openapi.json') as { paths: Record<string, never> };
    expect(paths['/a']!['get']['responses']['200']['content']['application/json']['schema']).toMatchObject({
      type: 'object',
      properties: { data: { type: 'array', items: { type: 'object' } }, next: { type: ['string', 'null'] } },
    });
  });
});

test('arguments that a connection requires are passed', async () => {
  const toyOf = (styles: string) =>
    toyEngine({ 'v1/a.graphql': list('/a', `strict @paginate${styles} { nodes { id } }`) });
  const all = toyOf('(default: 2)');
  for (const target of ['/v1/a', '/v1/a?offset=0', '/v1/a?page=1', '/v1/a?cursor=']) {
    expect(seen(await all.send(`GET ${target}`))).toMatchObject([200, { data: ids(1, 2) }]);
  }
  const { headers } = await toyOf('(default: 2, styles: [CURSOR])').send('GET /v1/a');
  expect(headers['link']).toContain('rel="next"');
});

test.each(['[CURSOR, OFFSET]', '[OFFSET, CURSOR]', '[CURSOR, PAGE]'])(
  'a scope of the count is asked for however a list of %s is asked for',
  async (styles) => {
    const counted = toyEngine({
      'v1/a.graphql': list('/a', `counted @paginate(styles: ${styles}) { nodes { id } }`),
    });
    for (const scopes of ['none', 'books:count']) {
      expect((await counted.send('GET /v1/a?cursor=', { scopes })).status).toBe(scopes === 'none' ? 403 : 200);
    }
    expect(JSON.stringify(counted.openApi.get('/v1/openapi.json'))).toContain('"x-scopes":[["books:count"]]');
  },
);

test('links lead to the root', async () => {
  const root = toyEngine({ 'v1/a.graphql': list('/', 'books @paginate { nodes { id } }') });
  expect((await root.send('GET /v1?page=1')).headers['link']).toContain('</v1/?page=2&limit=20>; rel="next"');
});

test('links hold names that have to be encoded', async () => {
  const named = toyEngine({
    'conventions.json': JSON.stringify({ page: { parameters: { page: 'page[number]' }, styles: ['PAGE'] } }),
    'v1/a.graphql': list('/a', 'books @paginate { nodes { id } }'),
  });
  const { headers } = await named.send('GET /v1/a?page[number]=2');
  expect(headers['link']).toContain('</v1/a?page%5Bnumber%5D=3&limit=20>; rel="next"');
});
