import { describe, expect, test } from 'vitest';
import { encodeCursor } from '../../../../src/gateway/protocol/cursor.ts';
import { seen, toyEngine } from './support/toy.ts';

const get = (path: string, selection: string, parameters = '', more = '') =>
  `query get${parameters} @endpoint(method: GET, path: "${path}"${more}) { ${selection} }`;
const engine = (conventions: object, documents: Record<string, string>) =>
  toyEngine({ ...documents, 'conventions.json': JSON.stringify(conventions) });

describe('case', () => {
  const toy = engine(
    { case: 'snake_case' },
    {
      'v1/a.graphql':
        get('/a', 'books(first: 1) { totalCount page: pageInfo { hasNextPage endCursor } ...Rest }') +
        ' fragment Rest on BookConnection { theNodes: nodes { id } }',
      'v1/b.graphql': `mutation m($bookTitle: String!, $pageCount: Int @param(name: "pageCount"), $authors: [AuthorInput!], $withAuthor: Boolean = false @expand)
        @endpoint(method: POST, path: "/b") { addBook(input: { title: $bookTitle, pages: $pageCount, authors: $authors }) { id author @include(if: $withAuthor) { name } } }`,
    },
  );
  test('names what the author did not name', async () => {
    expect(seen(await toy.send('GET /v1/a'))).toEqual([
      200,
      { total_count: 45, page: { has_next_page: true, end_cursor: '1' }, theNodes: [{ id: 1 }, null] },
    ]);
    const body = { book_title: 'x', pageCount: 2, authors: [{ name: 'y' }] };
    expect(seen(await toy.send('POST /v1/b?expand=with_author', { body }))).toEqual([
      200,
      { id: 99, author: { name: 'Ann' } },
    ]);
    expect(toy.trace.variables.at(-1)).toEqual({
      bookTitle: 'x',
      pageCount: 2,
      authors: [{ name: 'y' }],
      withAuthor: true,
    });
    expect(seen(await toy.send('POST /v1/b', { body: { bookTitle: 'x' } }))).toEqual([
      400,
      { error: 'book_title is required; bookTitle is not a known property; did you mean "book_title"?' },
    ]);
  });
  test('stands in OpenAPI as on the wire', () => {
    const text = JSON.stringify([...toy.openApi.values()]);
    for (const name of ['"total_count"', '"has_next_page"', '"book_title"', '"with_author"'])
      expect(text).toContain(name);
    expect(text).not.toContain('"bookTitle"');
  });
});

describe('pages', () => {
  const list = 'books(shelf: $shelf) @paginate { nodes { id } }';
  test('have the names, styles and bounds of the conventions', async () => {
    const toy = engine(
      {
        page: {
          parameters: { limit: 'per_page', page: 'p' },
          styles: ['PAGE'],
          default: 3,
          max: 5,
          envelope: { items: 'books', info: 'meta' },
        },
      },
      { 'v1/a.graphql': get('/a', list, '($shelf: String)') },
    );
    const reply = await toy.send('GET /v1/a?p=2&shelf=low');
    expect(seen(reply)).toEqual([
      200,
      { books: [{ id: 4 }, { id: 5 }, { id: 6 }], meta: { page: 2, limit: 3, total: 30, totalPages: 10 } },
    ]);
    expect(reply.headers['link']).toContain('</v1/a?shelf=low&p=3&per_page=3>; rel="next"');
    expect(seen(await toy.send('GET /v1/a?per_page=6&offset=1'))).toEqual([
      400,
      {
        error:
          'offset is not a known parameter; known are "shelf", "per_page", "p"; per_page must be an integer from 1 to 5',
      },
    ]);
    expect(JSON.stringify(toy.openApi.get('/v1/openapi.json'))).toContain('"required":["books","meta"]');
  });
  test('without an envelope are what the document selects, and lead on by Link', async () => {
    const toy = engine(
      { page: { envelope: null, styles: ['CURSOR'], parameters: { cursor: 'after' } }, case: 'snake_case' },
      {
        'v1/a.graphql': get('/bare', 'books(shelf: $shelf) @paginate @unwrap { nodes { id } }', '($shelf: String)'),
        'v1/b.graphql': get('/edges', 'books @paginate @unwrap { edges @unwrap { node @unwrap { title } } }'),
        'v1/c.graphql': get('/whole', 'books @paginate { totalCount pageInfo { endCursor } items: nodes { id } }'),
      },
    );
    const bare = await toy.send('GET /v1/bare?limit=2&shelf=low');
    expect(seen(bare)).toEqual([200, [{ id: 1 }, { id: 2 }]]);
    const next = encodeCursor('2', JSON.stringify(['/bare', ['shelf', 'low']]));
    expect(bare.headers['link']).toContain(`</v1/bare?shelf=low&after=${next}&limit=2>; rel="next"`);
    expect(seen(await toy.send('GET /v1/edges?limit=2'))).toEqual([200, ['Book 1', 'Book 2']]);
    const cursor = encodeCursor('2', JSON.stringify(['/whole']));
    expect(seen(await toy.send('GET /v1/whole?limit=2'))).toEqual([
      200,
      { total_count: 45, page_info: { end_cursor: cursor }, items: [{ id: 1 }, { id: 2 }] },
    ]);
    expect(seen(await toy.send('GET /v1/whole?limit=100'))[1]).toMatchObject({ page_info: { end_cursor: null } });
    expect((await toy.send('GET /v1/bare?limit=100')).headers['link']).not.toContain('next');
  });
  test('hand plain cursors through', async () => {
    const toy = engine(
      { page: { cursor: 'plain' } },
      { 'v1/a.graphql': get('/a', 'books @paginate { nodes { id } }') },
    );
    expect(seen(await toy.send('GET /v1/a?cursor=44'))).toEqual([
      200,
      { data: [{ id: 45 }], pagination: { nextCursor: null, hasMore: false } },
    ]);
    expect((seen(await toy.send('GET /v1/a?limit=1'))[1] as { pagination: object }).pagination).toMatchObject({
      nextCursor: '1',
    });
  });
});

test('the expand parameter has its name', async () => {
  const toy = engine(
    { expand: 'expand[]' },
    { 'v1/a.graphql': get('/a', 'book(id: 1) { id title @include(if: $t) }', '($t: Boolean = false @expand)') },
  );
  expect(seen(await toy.send('GET /v1/a?expand[]=t'))).toEqual([200, { id: 1, title: 'Book 1' }]);
  expect((await toy.send('GET /v1/a?expand=t')).status).toBe(400);
});

describe('errors', () => {
  const documents = {
    'v1/a.graphql': get('/a', 'fail(code: $code) { value }', '($code: String, $n: Int, $m: Int)')
      .replace('{ value }', '{ value } echo(number: $n, ratio: $m) { json }')
      .replace('$m: Int', '$m: Float'),
  };
  test.each([
    [
      { error: '{message}', status: '{status}', id: '{requestId}', code: '{code}!' },
      {
        error: 'n must be an integer from -2147483648 to 2147483647; m must be a number',
        status: 422,
        id: 'request-1',
        code: 'BAD_USER_INPUT!',
      },
    ],
    [
      { errors: { body: ['{message}'] } },
      { errors: { body: ['must be an integer from -2147483648 to 2147483647', 'must be a number'] } },
    ],
    [
      { errors: { '{field}': ['{message}'] } },
      { errors: { n: ['must be an integer from -2147483648 to 2147483647'], m: ['must be a number'] } },
    ],
    [
      [{ f: '{field}', c: '{code}' }],
      [
        { f: 'n', c: 'BAD_USER_INPUT' },
        { f: 'm', c: 'BAD_USER_INPUT' },
      ],
    ],
  ])('have the body %j', async (body, expected) => {
    const toy = engine({ errors: { body, invalid: 422 } }, documents);
    expect(seen(await toy.send('GET /v1/a?n=x&m=y'))).toEqual([422, expected]);
  });
  test('without details are their own one problem', async () => {
    const toy = engine({ errors: { body: { errors: { '{field}': ['{message}'] } } } }, documents);
    expect(seen(await toy.send('GET /v1/nowhere'))).toEqual([
      404,
      { errors: { base: ['/v1/nowhere does not exist.'] } },
    ]);
  });
  test('of codes that the conventions know have their statuses', async () => {
    const toy = engine({ errors: { codes: { STALE: 409, CONFLICT: 410 } } }, documents);
    expect(seen(await toy.send('GET /v1/a?code=STALE'))).toEqual([409, { error: 'told: STALE' }]);
    expect((await toy.send('GET /v1/a?code=CONFLICT')).status).toBe(410);
    const problem = await toy.send('GET /v1/a?code=STALE', { headers: { accept: 'application/problem+json' } });
    expect(seen(problem)[1]).toMatchObject({ status: 409, code: 'STALE' });
  });
  test('have their code where the conventions say', async () => {
    const toy = engine({ errors: { code: 'extensions.code.length', codes: {} } }, documents);
    expect((await toy.send('GET /v1/a?code=CONFLICT')).status).toBe(500);
  });
});

test('what is not found in a version has the errors of that version', async () => {
  const toy = toyEngine({
    'v1/a.graphql': get('/a', 'shelves { name }'),
    'v2/conventions.json': JSON.stringify({ errors: { body: { told: '{message}' } } }),
  });
  const vendor = { headers: { accept: 'application/vnd.toy.v2+json' } };
  expect(seen(await toy.send('GET /v1/b'))).toEqual([404, { error: '/v1/b does not exist.' }]);
  expect(seen(await toy.send('GET /v2/b'))).toEqual([404, { told: '/v2/b does not exist.' }]);
  expect(seen(await toy.send('GET /b', vendor))).toEqual([404, { told: '/b does not exist.' }]);
  expect(seen(await toy.send('POST /v2/a'))).toEqual([405, { told: expect.any(String) }]);
  expect(seen(await toy.send('GET /v3/a'))).toEqual([404, { error: expect.any(String) }]);
});

test('another scheme of authorization', async () => {
  const toy = engine({ auth: { scheme: 'Token' } }, { 'v1/a.graphql': get('/a', 'shelves { name }') });
  const send = (authorization: string) => toy.send('GET /v1/a', { scopes: 'nobody', headers: { authorization } });
  expect((await send('token x')).status).toBe(200);
  const refused = await send('Bearer x');
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Token']);
});

describe('absolute addresses', () => {
  const documents = {
    'conventions.json': JSON.stringify({ urls: 'absolute' }),
    'v1/a.graphql': get('/books', 'books @paginate { nodes { id } }'),
    'v1/b.graphql':
      'mutation m @endpoint(method: POST, path: "/books", status: 201, location: "/books/{id}") { addBook(input: { title: "x" }) { id } }',
  };
  const PEER = { address: '10.0.0.7', encrypted: false };
  type Settings = NonNullable<Parameters<typeof toyEngine>[1]>;

  /** What Location and Link begin with. */
  async function originsOf(settings: Settings, headers: Record<string, string>, peer = PEER): Promise<string> {
    const toy = toyEngine(documents, settings);
    const { link } = (await toy.send('GET /v1/books', { headers, peer })).headers;
    const { location } = (await toy.send('POST /v1/books', { headers, peer })).headers;
    const [, origin] = /^<([^>]*)\/v1\/books\?/.exec(link!)!;
    expect(location).toBe(`${origin}/v1/books/99`);
    return origin!;
  }

  const forged = { host: 'a.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' };

  test.each<[string, Settings, Record<string, string>, string]>([
    ['Host and the connection', {}, { host: 'a.example:8080' }, 'http://a.example:8080'],
    ['nothing that a client forwards', {}, forged, 'http://a.example'],
    ['nothing that a client calls Forwarded', {}, { host: 'a', forwarded: 'proto=https;host=b' }, 'http://a'],
    ['nothing of an untrusted peer', { trustProxy: ['192.168.0.0/16', 'loopback'] }, forged, 'http://a.example'],
    ['PUBLIC_URL', { publicUrl: 'https://api.example' }, forged, 'https://api.example'],
    ['PUBLIC_URL before a trusted proxy', { publicUrl: 'https://b', trustProxy: ['10.0.0.0/8'] }, forged, 'https://b'],
    ['a trusted proxy', { trustProxy: ['10.0.0.7'] }, forged, 'https://evil.example'],
    ['a trusted range', { trustProxy: ['10.0.0.0/8'] }, { host: 'a', 'x-forwarded-proto': 'HTTPS' }, 'https://a'],
    [
      'Forwarded',
      { trustProxy: ['10.0.0.7'] },
      { host: 'a', forwarded: 'for=1.2.3.4;Proto=https;Host="b:1"' },
      'https://b:1',
    ],
    ['no unknown scheme', { trustProxy: ['10.0.0.7'] }, { host: 'a', 'x-forwarded-proto': 'gopher' }, 'http://a'],
    ['no host that is none', { trustProxy: ['10.0.0.7'] }, { host: 'a', 'x-forwarded-host': 'b/c?d' }, 'http://a'],
    ['no Host that is none', {}, { host: 'a/b@c' }, ''],
    [
      'what the trusted proxy wrote, which is last',
      { trustProxy: ['10.0.0.7'] },
      { host: 'a', 'x-forwarded-proto': 'http, https', 'x-forwarded-for': '1.2.3.4' },
      'https://a',
    ],
    [
      'the outermost of two trusted proxies',
      { trustProxy: ['10.0.0.0/8'] },
      { host: 'a', 'x-forwarded-proto': 'gopher, https, http', 'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.0.0.8' },
      'https://a',
    ],
    [
      'the outermost of two trusted proxies, in Forwarded',
      { trustProxy: ['10.0.0.0/8'] },
      {
        host: 'a',
        forwarded: 'for=6.6.6.6;host=evil, for="[2001:db8::1]:80";host=b;proto=https, for="10.0.0.8:1";host=c',
      },
      'https://b',
    ],
  ])('are made of %s', async (_, settings, headers, origin) => {
    expect(await originsOf(settings, headers)).toBe(origin);
  });

  test('are of https where the connection is', async () => {
    expect(await originsOf({}, { host: 'a' }, { address: '10.0.0.7', encrypted: true })).toBe('https://a');
  });
});

test('a version inherits conventions, and says only what differs', async () => {
  const toy = toyEngine({
    'conventions.json': JSON.stringify({ page: { default: 2, parameters: { limit: 'size' } } }),
    'v1/a.graphql': get('/a', 'books @paginate(styles: [OFFSET]) { nodes { id } }'),
    'v2/conventions.json': JSON.stringify({ page: { parameters: { offset: 'skip' } } }),
  });
  expect(seen(await toy.send('GET /v2/a?skip=1'))).toEqual([
    200,
    { data: [{ id: 2 }, { id: 3 }], pagination: { limit: 2, offset: 1, total: 45 } },
  ]);
  expect((await toy.send('GET /v2/a?offset=1')).status).toBe(400);
  expect((await toy.send('GET /v1/a?offset=1&size=1')).status).toBe(200);
});

test('an enum in a location is written as in a path', async () => {
  const toy = engine(
    { enums: { '*': 'lowercase' } },
    {
      'v1/a.graphql': `mutation m($genre: Genre!) @endpoint(method: POST, path: "/{genre}/books", status: 201, location: "/{genre}/books/{id}") {
        addTo(genre: $genre) { id } }`,
    },
  );
  expect((await toy.send('POST /v1/fact/books', { body: {} })).headers['location']).toBe('/v1/fact/books/1');
});

test('a number that JSON cannot hold is a failure, and not another number', async () => {
  const toy = engine(
    {},
    { 'v1/a.graphql': 'query get($text: String) @endpoint(method: GET, path: "/a") { count(text: $text) }' },
  );
  expect(seen(await toy.send('GET /v1/a?text=12'))).toEqual([200, 12]);
  for (const text of ['9007199254740993', 'twelve'])
    expect((await toy.send(`GET /v1/a?text=${text}`)).status).toBe(500);
  expect(String((toy.reports[0]!.error.cause as Error).message)).toContain('Declare SafeInt as a string');
});
