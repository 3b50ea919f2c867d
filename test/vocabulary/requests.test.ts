import { describe, expect, test } from 'vitest';
import { ask } from './support/ask.ts';
import { seen, toyEngine } from './support/toy.ts';

const JSON_TYPE = 'application/json';
const V = (version: number | string) => `application/vnd.toy.v${version}+json`;
const get = (path: string, selection: string, parameters = '', more = '') =>
  `query get${parameters} @endpoint(method: GET, path: "${path}"${more}) { ${selection} }`;

const documents = {
  'v1/getBook.graphql': `
    query getBook($id: SafeInt!, $author: Boolean = false @expand)
    @endpoint(method: GET, path: "/books/{id}") {
      book(id: $id) { id name: title kind: genre author @include(if: $author) { name } }
    }`,
  'v1/listBooks.graphql': `
    query listBooks($shelf: String, $genres: [Genre!], $author: Boolean = false @expand)
    @endpoint(method: GET, path: "/books") {
      books(shelf: $shelf, genres: $genres) @paginate(default: 5, max: 20) {
        nodes { ...Book author @include(if: $author) { name } }
      }
    }`,
  'v1/addBook.graphql': `
    mutation addBook($title: String! @param(minLength: 1, maxLength: 5), $genre: Genre, $pages: Int @param(min: 1), $authors: [AuthorInput!] @param(maxItems: 2))
    @endpoint(method: POST, path: "/books", status: 201, location: "/books/{id}") {
      addBook(input: { title: $title, genre: $genre, pages: $pages, authors: $authors }) { ...Book }
    }`,
  'v1/removeBook.graphql': `
    mutation removeBook($id: SafeInt!) @endpoint(method: DELETE, path: "/books/{id}", status: 204) {
      removeBook(id: $id) { id }
    }`,
  'v1/shapes/Book.graphql': 'fragment Book on Book { id title }',
  'v2/shapes/Book.graphql': 'fragment Book on Book { id name: title genre }',
  'conventions.json': JSON.stringify({
    enums: { Genre: 'lowercase' },
    scalars: { SafeInt: { type: 'integer', minimum: 0, maximum: 9007199254740991 } },
  }),
};

describe('one resource', () => {
  const toy = toyEngine(documents);

  const book = { id: 1, name: 'Book 1', kind: 'fiction' };
  const wrongId = { error: 'id must be an integer between 0 and 9007199254740991' };
  test.each([
    ['GET /v1/books/1?expand=author', 200, { ...book, author: { name: 'Ann' } }],
    ['GET /v1/books/3?expand=author', 200, { id: 3, name: 'Book 3', kind: 'fiction', author: null }],
    ['GET /v1/books/1/', 200, book],
    ['GET /v1/books/%31', 200, book],
    ['GET /v1/books/1?expand=', 200, book],
    ['GET /v1/books/999', 404, { error: 'No Book was found for id 999.' }],
    ['GET /v1/books/x', 400, wrongId],
    ['GET /v1/books/-1', 400, wrongId],
    ['GET /v1/books/-0', 400, wrongId],
    ['GET /v1/books/01', 400, wrongId],
    ['GET /v1/books/1.0', 400, wrongId],
    ['GET /v1/books/9007199254740992', 400, wrongId],
    ['GET /v1/books/%zz', 400, { error: 'The path /v1/books/%zz is not valid percent-encoding.' }],
    ['GET /v1/books/1?expnd=author', 400, { error: 'expnd is not a known parameter; did you mean "expand"?' }],
    ['GET /v1/books/1?expand=autor', 400, { error: 'expand does not support "autor"; did you mean "author"?' }],
    ['GET /v1/books/1?expand=author,', 400, { error: 'expand does not support ""; known values are "author"' }],
    ['GET /v3/books/1', 404, { error: 'Version 3 does not exist; known versions are 1, 2.' }],
    ['GET /v1/nowhere', 404, { error: '/v1/nowhere does not exist.' }],
    ['GET /v1//books', 404, { error: '/v1//books does not exist.' }],
    ['PATCH /v1/books/1', 405, { error: 'PATCH is not allowed; allowed methods: GET, HEAD, DELETE, OPTIONS' }],
  ])('%s is %i', async (line, status, body) => {
    expect(seen(await toy.send(line))).toEqual([status, body]);
  });
  test('names the allowed methods in Allow, for OPTIONS without credentials', async () => {
    expect((await toy.send('PUT /v1/books/1')).headers['allow']).toBe('GET, HEAD, DELETE, OPTIONS');
    expect(await toy.send('OPTIONS /v1/books', { scopes: 'nobody' })).toEqual({
      status: 204,
      headers: { allow: 'GET, HEAD, POST, OPTIONS', vary: 'Accept' },
      body: null,
    });
  });
  test('has for HEAD the response of GET, without the body', async () => {
    const read = await toy.send('GET /v1/books/1');
    expect(await toy.send('HEAD /v1/books/1')).toEqual({ ...read, body: null });
    const missing = await toy.send('HEAD /v1/books/999');
    expect([missing.status, missing.body]).toEqual([404, null]);
    expect(missing.headers['content-length']).toBe('41');
  });
  test('at the root has every form of its path', async () => {
    const root = toyEngine({ 'v1/a.graphql': get('/', 'book(id: 1) { id }') }, { basePath: '/api' });
    for (const target of ['/api/v1', '/api/v1/', '/api', '/api/']) {
      expect((await root.send(`GET ${target}`)).body).toBe('{"id":1}');
    }
  });
});

describe('creation', () => {
  const toy = toyEngine(documents);

  test.each([
    ['/v1/books', undefined, '/v1/books/99', JSON_TYPE],
    ['/books', undefined, '/books/99', JSON_TYPE],
    ['/books', V(2), '/books/99', V(2)],
    ['/v2/books', V(2), '/v2/books/99', V(2)],
  ])('POST %s accepting %s has Location %s', async (path, accept, location, type) => {
    const reply = await toy.send(`POST ${path}`, { body: { title: 'New' }, headers: accept ? { accept } : {} });
    expect([reply.status, reply.headers['location'], reply.headers['content-type']]).toEqual([201, location, type]);
  });
  test.each([
    [{ title: '' }, 'title must not be empty'],
    [{ title: '123456' }, 'title must have at most 5 characters'],
    [
      { title: 1, pages: 0, genre: 'FACT', colour: 1, authors: {} },
      'title must be a string; genre must be one of "fiction", "fact"; pages must be an integer between 1 and 2147483647; authors must be an array; colour is not a known property; known properties are "title", "genre", "pages", "authors"',
    ],
    [{ title: 'x', pages: 1.5 }, 'pages must be an integer between 1 and 2147483647'],
    [
      { title: 'x', authors: [{}, { name: 1, born: -1, nam: 1 }] },
      'authors.0.name is required; authors.1.name must be a string; authors.1.born must be an integer between 0 and 9007199254740991; authors.1.nam is not a known property; did you mean "name"?',
    ],
    [{ title: 'x', authors: [{ name: '' }, { name: '' }, { name: '' }] }, 'authors must have at most 2 items'],
    [{ title: 'x', authors: [1, 2, 3] }, 'authors must have at most 2 items'],
    ['{"title": ', 'The body is not valid JSON'],
    ['{"title": "x", "__proto__": {"a": 1}}', '__proto__ is not a known property'],
  ])('refuses %j with 400 and %s', async (body, message) => {
    const [status, reply] = seen(await toy.send('POST /v1/books', { body }));
    expect(status).toBe(400);
    expect((reply as { error: string }).error).toContain(message);
  });
  test('lists fifty problems of a body that has more', async () => {
    const body = { title: 'x', ...Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1])) };
    const [status, reply] = seen(await toy.send('POST /v1/books', { body }));
    const problems = (reply as { error: string }).error.split(/; k(?=\d)/);
    expect([status, problems.length]).toEqual([400, 50]);
    expect(problems.at(-1)).toMatch(/; and more$/);
  });
  test('cuts a name that is too long', async () => {
    const messageFor = async (length: number) => {
      const [status, reply] = seen(await toy.send('POST /v1/books', { body: { title: 'x', ['n'.repeat(length)]: 1 } }));
      expect(status).toBe(400);
      return (reply as { error: string }).error;
    };
    expect(await messageFor(201)).toMatch(new RegExp(`^${'n'.repeat(199)}… is not a known property`));
    expect(await messageFor(200)).toMatch(new RegExp(`^${'n'.repeat(200)} is not a known property`));
  });
});

test('a shape that a version overrides is overridden wherever it is spread', async () => {
  const toy = toyEngine(documents);
  const items = async (line: string) => (seen(await toy.send(line))[1] as { data: unknown[] }).data[0];
  expect(await items('GET /v1/books?limit=1')).toEqual({ id: 1, title: 'Book 1' });
  expect(await items('GET /v2/books?limit=1')).toEqual({ id: 1, name: 'Book 1', genre: 'fiction' });
  expect(seen(await toy.send('POST /v2/books', { body: { title: 'New' } }))).toEqual([
    201,
    { id: 99, name: 'New', genre: 'fiction' },
  ]);
});

describe('versions', () => {
  const document = (field: string) => get('/b', `book(id: 1) { ${field} }`);
  const both = { 'v1/get.graphql': document('id'), 'v2/get.graphql': document('title') };
  const one = { id: 1 };
  const two = { title: 'Book 1' };
  const toy = toyEngine(both);
  const available = `available media types: application/json, ${V(1)}, ${V(2)}`;

  test.each([
    ['/b', undefined, 200, one, JSON_TYPE],
    ['/b', V(1), 200, one, V(1)],
    ['/b', V(2), 200, two, V(2)],
    ['/v1/b', undefined, 200, one, JSON_TYPE],
    ['/v2/b', '*/*', 200, two, JSON_TYPE],
    ['/v2/b', V(2), 200, two, V(2)],
    ['/v2/b', V(1), 400, { error: 'The path names version 2, but Accept names version 1.' }, JSON_TYPE],
    ['/v2/b', V(7), 406, { error: `Version 7 does not exist; ${available}` }, JSON_TYPE],
    ['/b', 'text/html', 406, { error: `Not acceptable; ${available}` }, JSON_TYPE],
    ['/v01/b', undefined, 404, { error: '/v01/b does not exist.' }, JSON_TYPE],
    ['/v0/b', undefined, 404, { error: 'Version 0 does not exist; known versions are 1, 2.' }, JSON_TYPE],
  ])('GET %s accepting %s', async (path, accept, status, body, type) => {
    const reply = await toy.send(`GET ${path}`, { headers: accept === undefined ? {} : { accept } });
    expect(seen(reply)).toEqual([status, body]);
    expect([reply.headers['content-type'], reply.headers['vary']]).toEqual([type, 'Accept']);
  });
  test.each([
    ['path', '/b', undefined, 404],
    ['path', '/v2/b', undefined, 200],
    ['path', '/v2/b', V(2), 406],
    ['header', '/v2/b', undefined, 404],
    ['header', '/b', V(2), 200],
    ['header', '/b', undefined, 200],
  ] as const)('versioning by %s: %s accepting %s is %i', async (versioning, path, accept, status) => {
    const each = toyEngine({ ...both, 'api.json': JSON.stringify({ name: 'toy', versioning }) });
    expect((await each.send(`GET ${path}`, { headers: accept ? { accept } : {} })).status).toBe(status);
  });
  test('an unversioned path has the default version', async () => {
    expect(seen(await toyEngine({ ...both, 'api.json': '{ "defaultVersion": 2 }' }).send('GET /b'))).toEqual([
      200,
      two,
    ]);
  });
  describe('the version of a body', () => {
    const add = (field: string) =>
      `mutation m @endpoint(method: POST, path: "/b") { addBook(input: { title: "x" }) { ${field} } }`;
    const writing = toyEngine({ 'v1/m.graphql': add('id'), 'v2/m.graphql': add('title') });
    test.each<[string, Record<string, string>, number, unknown, string]>([
      ['POST /b', { 'content-type': V(2) }, 200, { title: 'x' }, V(2)],
      ['POST /b', { 'content-type': V(1) }, 200, { id: 99 }, JSON_TYPE],
      [
        'POST /b',
        { 'content-type': V(2), accept: V(1) },
        400,
        { error: expect.stringContaining('version 2') as string },
        JSON_TYPE,
      ],
      ['POST /v2/b', { 'content-type': V(2) }, 200, { title: 'x' }, JSON_TYPE],
      ['POST /v1/b', { 'content-type': V(2) }, 400, { error: expect.stringContaining('version') as string }, JSON_TYPE],
      ['POST /b', { 'content-type': V(9) }, 415, { error: expect.stringContaining('9') as string }, JSON_TYPE],
    ])('%s with %j is %i', async (line, headers, status, body, type) => {
      const reply = await writing.send(line, { body: {}, headers });
      expect(seen(reply)).toEqual([status, body]);
      expect(reply.headers['content-type']).toBe(type);
    });
    test('of a read is ignored', async () => {
      expect((await toy.send('GET /v1/b', { headers: { 'content-type': V(2) } })).status).toBe(200);
    });
  });
});

test('an error has the format of the version that it belongs to', async () => {
  const toy = toyEngine({
    'v1/a.graphql': get('/a', 'shelves { name }'),
    'v2/conventions.json': JSON.stringify({ errors: { body: { reason: '{message}' } } }),
  });
  const vendor = { headers: { accept: V(2) } };
  expect(seen(await toy.send('GET /v1/b'))).toEqual([404, { error: '/v1/b does not exist.' }]);
  expect(seen(await toy.send('GET /v2/b'))).toEqual([404, { reason: '/v2/b does not exist.' }]);
  expect(seen(await toy.send('GET /b', vendor))).toEqual([404, { reason: '/b does not exist.' }]);
  expect(seen(await toy.send('POST /v2/a'))).toEqual([405, { reason: expect.any(String) }]);
  expect(seen(await toy.send('GET /v3/a'))).toEqual([404, { error: expect.any(String) }]);
});

describe('the order of the checks', () => {
  const toy = toyEngine(documents);
  const bad = { body: '{', headers: { accept: 'text/html', 'content-type': 'text/plain' } };
  const plain = { 'content-type': 'text/plain' };

  test.each([
    ['404 before 401', 'POST /v1/nowhere', { ...bad, scopes: 'nobody' }, 404],
    ['405 before 401', 'PUT /v1/books', { ...bad, scopes: 'nobody' }, 405],
    ['401 before 406', 'POST /v1/books', { ...bad, scopes: 'nobody' }, 401],
    ['406 before 403', 'POST /v1/books', { ...bad, scopes: 'other' }, 406],
    ['403 before 415', 'POST /v1/books', { ...bad, headers: plain, scopes: 'other' }, 403],
    ['415 before 400', 'POST /v1/books?x=1', { ...bad, headers: plain }, 415],
    [
      'an unknown version of the body before 400',
      'POST /v1/books?x=1',
      { body: '{', headers: { 'content-type': V(9) } },
      415,
    ],
    ['an invalid body before two versions', 'POST /v1/books', { body: '{', headers: { accept: V(2) } }, 400],
    ['400 before 412', 'POST /v1/books?x=1', { body: {}, headers: { 'if-match': '"x"' } }, 400],
    ['412 last', 'POST /v1/books', { body: { title: 'x' }, headers: { 'if-match': '"x"' } }, 412],
  ])('%s', async (_, line, options, status) => {
    const before = toy.trace.executions;
    expect((await toy.send(line, options)).status).toBe(status);
    // A precondition reads the resource.
    expect(toy.trace.executions - before).toBe(status === 412 ? 1 : 0);
  });
});

describe('a failure', () => {
  const toy = toyEngine({
    'v1/fail.graphql': get('/fail', 'fail(code: $code) { value }', '($code: String)'),
  });
  test('of 500 and above is reported with the request id and its cause', async () => {
    await toy.send('GET /v1/fail');
    await toy.send('GET /v1/fail?code=UNAVAILABLE');
    await toy.send('GET /v1/fail?code=CONFLICT');
    expect(toy.reports.map(({ requestId, error }) => [requestId, error.status])).toEqual([
      ['request-1', 500],
      ['request-1', 503],
    ]);
    expect(String(toy.reports[0]!.error.cause)).toContain('secret of the inside');
    expect(toy.reports[0]).toMatchObject({ method: 'GET', target: '/v1/fail' });
  });
  test('after the client has gone is not reported', async () => {
    const before = toy.reports.length;
    expect((await toy.send('GET /v1/fail', { signal: AbortSignal.abort() })).status).toBe(500);
    expect(toy.reports).toHaveLength(before);
  });
});

const cycle: { self?: unknown } = {};
cycle.self = cycle;

test.each([
  ['a cycle', 'id', cycle],
  ['a number that is none', 'amount', 'much'],
])('a result that JSON cannot represent is a 500 that says that a write took effect: %s', async (_, name, value) => {
  const schema = `scalar Any scalar Amount type Query { ok: Boolean } type Mutation { make: Made! }
    type Made { id: Any amount: Amount }`;
  const made = {
    'conventions.json': JSON.stringify({ scalars: { Any: { type: 'any' }, Amount: { type: 'integer' } } }),
    'v1/a.graphql': `mutation m @endpoint(method: POST, path: "/made", status: 201) { make { ${name} } }`,
  };
  let writes = 0;
  const causes: unknown[] = [];
  const { status, headers, body } = await ask(schema, made, 'POST /v1/made', {
    root: { make: () => (writes++, { [name]: value }) },
    body: {},
    options: { report: ({ error }) => void causes.push(error.cause) },
  });
  const error = 'The request took effect, but its result cannot be represented; do not retry it.';
  expect([status, body, headers.get('retry-after'), writes]).toEqual([500, { error }, null, 1]);
  expect(causes).toEqual([expect.any(Error)]);
});

describe('conditions of a read', () => {
  const toy = toyEngine({ 'v1/a.graphql': get('/a', 'book(id: 1) { id }', '', ', maxAge: 60') });
  test('are those of its entity tag', async () => {
    const { etag } = (await toy.send('GET /v1/a')).headers;
    expect((await toy.send('GET /v1/a', { headers: { 'if-none-match': etag! } })).status).toBe(304);
    expect((await toy.send('HEAD /v1/a', { headers: { 'if-none-match': etag! } })).status).toBe(304);
    expect((await toy.send('GET /v1/a', { headers: { 'if-match': '"x"' } })).status).toBe(412);
  });
});

test('the tag of a read is its own for each media type and version', async () => {
  const toy = toyEngine({
    'v1/a.graphql': get('/a', 'book(id: 1) { id }', '', ', maxAge: 60'),
    'v2/shapes/None.graphql': 'fragment None on Book { id }',
  });
  const tagOf = async (path: string, accept = '*/*') =>
    (await toy.send(`GET ${path}`, { headers: { accept } })).headers['etag'];
  const tags = [await tagOf('/v1/a'), await tagOf('/v1/a', V(1)), await tagOf('/v2/a')];
  expect([new Set(tags).size, await tagOf('/a')]).toEqual([3, tags[0]]);
});

describe('conditions of a write', () => {
  const put = `mutation m($id: SafeInt!) @endpoint(method: PUT, path: "/a/{id}", maxAge: 60) { removeBook(id: $id) { id } }`;
  const toy = toyEngine({
    'v1/a.graphql': get('/a/{id}', 'book(id: $id) { id }', '($id: SafeInt!)', ', maxAge: 60'),
    'v1/b.graphql': put.replace(', maxAge: 60', ''),
  });
  test('are refused after one read, also with the current tag', async () => {
    const { etag } = (await toy.send('GET /v1/a/1')).headers;
    for (const headers of [{ 'if-match': etag! }, { 'if-none-match': etag! }]) {
      const before = toy.trace.executions;
      expect((await toy.send('PUT /v1/a/1', { body: {}, headers })).status).toBe(412);
      expect(toy.trace.executions).toBe(before + 1);
    }
  });
  test('of a write are not evaluated on its own response', async () => {
    expect((await toy.send('PUT /v1/a/1', { body: {} })).status).toBe(200);
  });
});
