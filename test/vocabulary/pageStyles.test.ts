import { describe, expect, test } from 'vitest';
import { rows, seen, toyEngine } from './support/toy.ts';

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
    'v1/both.graphql': list('/both', 'books @paginate(default: 5, styles: [PAGE, CURSOR]) { nodes { id } }'),
    'v1/pages.graphql': list('/pages', 'books @paginate(styles: [PAGE, OFFSET]) { nodes { id } }'),
  },
  { basePath: '/api' },
);
const send = (target: string) => toy.send(`GET /api${target}`);
const ids = (from: number, to: number) => rows.slice(from - 1, to).map(({ id }) => ({ id }));
/** The cursors behind some items of `/books`: clients keep them, so a release reads those of the last. */
const AFTER = {
  2: 'N9BEXJgV-c-MMg',
  5: 'D1kpYTsG14HNNQ',
  25: 'VhRb9xrQzDwuMjU',
  40: 'lfFwty4wU7a_NDA',
};

describe('the pages of each style', () => {
  test.each([
    ['/v1/books', ids(1, 5), { limit: 5, offset: 0, total: 45, nextCursor: AFTER[5], hasMore: true }],
    ['/v1/books?limit=2', ids(1, 2), { limit: 2, offset: 0, total: 45, nextCursor: AFTER[2], hasMore: true }],
    ['/v1/books?offset=40', ids(41, 45), { limit: 5, offset: 40, total: 45 }],
    ['/v1/books?offset=1000', [], { limit: 5, offset: 1000, total: 45 }],
    ['/v1/books?page=1', ids(1, 5), { page: 1, limit: 5, total: 45, totalPages: 9 }],
    ['/v1/books?page=3&limit=20', ids(41, 45), { page: 3, limit: 20, total: 45, totalPages: 3 }],
    ['/v1/books?page=4&limit=20', [], { page: 4, limit: 20, total: 45, totalPages: 3 }],
    ['/v1/books?cursor=', ids(1, 5), { nextCursor: AFTER[5], hasMore: true }],
    [`/v1/books?cursor=${AFTER[5]}&limit=20`, ids(6, 25), { nextCursor: AFTER[25], hasMore: true }],
    [`/v1/books?cursor=${AFTER[40]}`, ids(41, 45), { nextCursor: null, hasMore: false }],
    ['/v1/books?shelf=none', [], { limit: 5, offset: 0, total: 0, nextCursor: null, hasMore: false }],
    ['/v1/books?shelf=none&page=1', [], { page: 1, limit: 5, total: 0, totalPages: 0 }],
    ['/v1/edges?offset=44', ids(45, 45), { limit: 20, offset: 44, total: 45 }],
    ['/v1/cursors?limit=100', ids(1, 45), { nextCursor: null, hasMore: false }],
    ['/v1/pages', ids(1, 20), { page: 1, limit: 20, total: 45, totalPages: 3 }],
    [
      '/v1/both',
      ids(1, 5),
      { page: 1, limit: 5, total: 45, totalPages: 9, nextCursor: 'Gh0_yihW8GVlNQ', hasMore: true },
    ],
  ])('GET %s', async (target, data, pagination) => {
    expect(seen(await send(target))).toEqual([200, { data, pagination }]);
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
  const LIMIT = 'limit must be an integer between 1 and 20';
  const OFFSET = 'offset must be an integer between 0 and 2147483647';
  const PAGE = 'page must be an integer between 1 and 2147483648';
  test.each<[string, string]>([
    ...['0', '21', '', '05', '5.0', '1e1', '%2B5', '5x', 'x5'].map((limit): [string, string] => [
      `limit=${limit}`,
      LIMIT,
    ]),
    ['limit=5&limit=5', 'limit must be given only once'],
    ['offset=-1', OFFSET],
    ['offset=2147483648', OFFSET],
    ['page=0', PAGE],
    ['page=2147483649', PAGE],
    ['page=429496731', 'page must be an integer between 1 and 429496730 with a limit of 5'],
    ['cursor=a&cursor=b', 'cursor must be given only once'],
    ['page=1&offset=0', 'page cannot be combined with offset'],
    ['cursor=&page=1&offset=0', 'cursor cannot be combined with offset and page'],
    ['limit=0&page=0', `${LIMIT}; ${PAGE}`],
    ['page=0&offset=-1', `page cannot be combined with offset; ${OFFSET}; ${PAGE}`],
  ])('are refused for ?%s', async (query, error) => {
    expect(seen(await send(`/v1/books?${query}`))).toEqual([400, { error }]);
  });
  test.each([
    'limit=1',
    'limit=20',
    'limit=%31%30',
    'offset=2147483647&limit=2',
    'page=2147483648&limit=1',
    'page=429496730',
  ])('are sent for ?%s', async (query) => {
    expect((await send(`/v1/books?${query}`)).status).toBe(200);
  });
});

describe('the links of pages', () => {
  const link = (name: string, query: string) => `</api/v1/books?${query}>; rel="${name}"`;
  test.each([
    [
      '/v1/books?page=50',
      [link('first', 'page=1&limit=5'), link('prev', 'page=9&limit=5'), link('last', 'page=9&limit=5')],
    ],
    ...(
      [
        [3, 0, 8],
        [39, 34, 44],
        [40, 35, undefined],
        [1000, 40, undefined],
      ] as const
    ).map(([offset, prev, next]): [string, string[]] => [
      `/v1/books?offset=${offset}`,
      [
        link('first', 'offset=0&limit=5'),
        link('prev', `offset=${prev}&limit=5`),
        ...(next === undefined ? [] : [link('next', `offset=${next}&limit=5`)]),
        link('last', 'offset=40&limit=5'),
      ],
    ]),
    [
      '/v1/books?genres=FACT&genres=FICTION&shelf=x+~!$()*;:@/?.-_',
      ['first', 'last'].map((name) => link(name, 'genres=FACT&genres=FICTION&shelf=x+~!$()*;:@/?.-_&offset=0&limit=5')),
    ],
    ['/v1/books?page=5&shelf=none', ['first', 'prev', 'last'].map((name) => link(name, 'shelf=none&page=1&limit=5'))],
    [
      '/v1/books?shelf=none>,<"é^',
      ['first', 'last'].map((name) => link(name, 'shelf=none%3E,%3C%22%C3%A9%5E&offset=0&limit=5')),
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

  test('hold names that have to be encoded', async () => {
    const named = toyEngine({
      'conventions.json': JSON.stringify({ page: { parameters: { page: 'page[number]' }, styles: ['PAGE'] } }),
      'v1/a.graphql': 'query list @endpoint(method: GET, path: "/a") { books @paginate { nodes { id } } }',
    });
    const { headers } = await named.send('GET /v1/a?page[number]=2');
    expect(headers['link']).toContain('</v1/a?page%5Bnumber%5D=3&limit=20>; rel="next"');
  });
  test('lead to the root', async () => {
    const root = toyEngine({ 'v1/a.graphql': list('/', 'books @paginate { nodes { id } }') });
    expect((await root.send('GET /v1?page=1')).headers['link']).toContain('</v1/?page=2&limit=20>; rel="next"');
  });
});

describe('cursors', () => {
  test('are valid in any version, whatever it calls its placeholders, and whatever filters it has more', async () => {
    const books = 'books(shelf: $SHELF, genres: $genres) @paginate { nodes { id } }';
    const versions = toyEngine({
      'v1/a.graphql': list('/s/{shelf}/books', books.replace('SHELF', 'shelf'), '($shelf: String!, $genres: [Genre!])'),
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
  test('are those of the last release for each path and its filters', async () => {
    const filters = '$shelf: String!, $genres: [Genre!] @param(values: [{ text: "true", value: FACT }])';
    const filtered = toyEngine({
      'v1/a.graphql': list(
        '/s/{shelf}/books',
        'books(shelf: $shelf, genres: $genres) @paginate(styles: [CURSOR]) { nodes { id } }',
        `(${filters})`,
      ),
    });
    const cursors = ['low/books', 'low/books?genres=', 'low/books?genres=true', 'high/books'].map(async (path) => {
      const { body } = await filtered.send(`GET /v1/s/${path}${path.includes('?') ? '&' : '?'}limit=1`);
      return (JSON.parse(body!) as { pagination: { nextCursor: string } }).pagination.nextCursor;
    });
    expect(await Promise.all(cursors)).toEqual([
      'I78io9Bgq0JmMQ',
      'OGjv10ENYas1MQ',
      'Vy4ARZN2-chGMg',
      'i2G6fUGhzK_uMzE',
    ]);
  });
});

describe('pages that are the selection', () => {
  const bare = toyEngine({
    'conventions.json': JSON.stringify({ page: { envelope: null } }),
    'v1/a.graphql': list('/a', 'books @paginate { data: nodes { id } next: pageInfo @unwrap { endCursor } }'),
    'v1/b.graphql': list('/b', 'books @paginate(styles: [OFFSET]) { nodes { id } pageInfo { last: endCursor } }'),
  });
  test.each([
    ['/v1/a?limit=1', { data: ids(1, 1), next: '1ocFEBG6u882MQ' }],
    ['/v1/a?limit=1&cursor=', { data: ids(1, 1), next: '1ocFEBG6u882MQ' }],
    ['/v1/a?limit=1&offset=3', { data: ids(4, 4), next: 'UuuEwQW9X8MyNA' }],
    ['/v1/a?limit=45&cursor=', { data: ids(1, 45), next: null }],
    ['/v1/b?limit=1', { nodes: ids(1, 1), pageInfo: { last: 'jjPtZ3syQuioMQ' } }],
    ['/v1/b?offset=44', { nodes: ids(45, 45), pageInfo: { last: null } }],
  ])('%s has the cursor of its end, and null on the last page', async (target, body) => {
    expect(seen(await bare.send(`GET ${target}`))).toEqual([200, body]);
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
    const next = 'begseE3b5Br9Mg';
    expect(first.headers['link']).toContain(`</v1/bare?shelf=low&after=${next}&limit=2>; rel="next"`);
    expect(seen(await bodies.send('GET /v1/edges?limit=2'))).toEqual([200, ['Book 1', 'Book 2']]);
    const cursor = '2dt4qcgaifxKMg';
    expect(seen(await bodies.send('GET /v1/whole?limit=2'))).toEqual([
      200,
      { total_count: 45, page_info: { end_cursor: cursor }, items: [{ id: 1 }, { id: 2 }] },
    ]);
    expect(seen(await bodies.send('GET /v1/whole?limit=100'))[1]).toMatchObject({ page_info: { end_cursor: null } });
    expect((await bodies.send('GET /v1/bare?limit=100')).headers['link']).not.toContain('next');
  });
});
