import { describe, expect, test } from 'vitest';
import { ProblemCollector } from '../../../../src/gateway/errors/ProblemCollector.ts';
import { InputPath } from '../../../../src/gateway/request/InputPath.ts';
import { compileJsonObject } from '../../../../src/gateway/request/compileJson.ts';
import { seen, toyEngine } from './support/toy.ts';

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

const json = 'application/json';

describe('one resource', () => {
  const toy = toyEngine(documents);

  test('answers exactly what the document selects', async () => {
    expect(await toy.send('GET /v1/books/1')).toEqual({
      status: 200,
      headers: {
        'content-type': json,
        vary: 'Accept',
        'cache-control': 'private, no-store',
        'content-length': '41',
      },
      body: '{"id":1,"name":"Book 1","kind":"fiction"}',
    });
  });
  test.each([
    ['GET /v1/books/1?expand=author', 200, { id: 1, name: 'Book 1', kind: 'fiction', author: { name: 'Ann' } }],
    ['GET /v1/books/3?expand=author', 200, { id: 3, name: 'Book 3', kind: 'fiction', author: null }],
    ['GET /v1/books/1/', 200, { id: 1, name: 'Book 1', kind: 'fiction' }],
    ['GET /v1/books/%31', 200, { id: 1, name: 'Book 1', kind: 'fiction' }],
    ['GET http://host/v1/books/1', 200, { id: 1, name: 'Book 1', kind: 'fiction' }],
    ['GET /v1/books/999', 404, { error: 'No Book was found for id 999.' }],
    ['GET /v1/books/x', 400, { error: 'id must be an integer from 0 to 9007199254740991' }],
    ['GET /v1/books/-1', 400, { error: 'id must be an integer from 0 to 9007199254740991' }],
    ['GET /v1/books/-0', 400, { error: 'id must be an integer from 0 to 9007199254740991' }],
    ['GET /v1/books/01', 400, { error: 'id must be an integer from 0 to 9007199254740991' }],
    ['GET /v1/books/1.0', 400, { error: 'id must be an integer from 0 to 9007199254740991' }],
    ['GET /v1/books/9007199254740992', 400, { error: 'id must be an integer from 0 to 9007199254740991' }],
    ['GET /v1/books/%zz', 400, { error: 'The path /v1/books/%zz is not valid percent-encoding.' }],
    ['GET /v1/books/1?expnd=author', 400, { error: 'expnd is not a known parameter; did you mean "expand"?' }],
    ['GET /v1/books/1?expand=autor', 400, { error: 'expand has no value "autor"; did you mean "author"?' }],
    ['GET /v1/books/1?expand=author,', 400, { error: 'expand has no value ""; known are "author"' }],
    ['GET /v1/books/1?expand=', 200, { id: 1, name: 'Book 1', kind: 'fiction' }],
    ['GET /v3/books/1', 404, { error: 'Version 3 does not exist; known versions are 1, 2.' }],
    ['GET /v1/nowhere', 404, { error: '/v1/nowhere does not exist.' }],
    ['GET /v1//books', 404, { error: '/v1//books does not exist.' }],
    ['PATCH /v1/books/1', 405, { error: 'PATCH is not allowed; allowed methods: GET, HEAD, DELETE, OPTIONS' }],
  ])('%s is %i', async (line, status, body) => {
    expect(seen(await toy.send(line))).toEqual([status, body]);
  });
  test('names the allowed methods in Allow', async () => {
    expect((await toy.send('PUT /v1/books/1')).headers['allow']).toBe('GET, HEAD, DELETE, OPTIONS');
    expect(await toy.send('OPTIONS /v1/books', { scopes: 'nobody' })).toEqual({
      status: 204,
      headers: { allow: 'GET, HEAD, POST, OPTIONS', vary: 'Accept' },
      body: null,
    });
  });
  test('answers HEAD like GET, without the body', async () => {
    const get = await toy.send('GET /v1/books/1');
    expect(await toy.send('HEAD /v1/books/1')).toEqual({ ...get, body: null });
    const missing = await toy.send('HEAD /v1/books/999');
    expect([missing.status, missing.body]).toEqual([404, null]);
  });
  test('deletes with 204 and nothing else', async () => {
    expect(await toy.send('DELETE /v1/books/1')).toEqual({
      status: 204,
      headers: { vary: 'Accept', 'cache-control': 'private, no-store' },
      body: null,
    });
    expect(seen(await toy.send('DELETE /v1/books/999'))[0]).toBe(404);
  });
});

describe('inheritance', () => {
  const toy = toyEngine(documents);

  test('a shape that a version overrides is overridden wherever it is spread', async () => {
    const first = { id: 1, title: 'Book 1' };
    const second = { id: 1, name: 'Book 1', genre: 'fiction' };
    const items = async (line: string) => (seen(await toy.send(line))[1] as { data: unknown[] }).data[0];
    expect(await items('GET /v1/books?limit=1')).toEqual(first);
    expect(await items('GET /v2/books?limit=1')).toEqual(second);
    expect(seen(await toy.send('POST /v2/books', { body: { title: 'New' } }))).toEqual([
      201,
      { id: 99, name: 'New', genre: 'fiction' },
    ]);
  });
});

describe('creation', () => {
  const toy = toyEngine(documents);

  test.each([
    ['/v1/books', undefined, '/v1/books/99', json],
    ['/books', undefined, '/books/99', json],
    ['/books', 'application/vnd.toy.v2+json', '/books/99', 'application/vnd.toy.v2+json'],
    ['/v2/books', 'application/vnd.toy.v2+json', '/v2/books/99', 'application/vnd.toy.v2+json'],
  ])('POST %s accepting %s has Location %s', async (path, accept, location, type) => {
    const reply = await toy.send(`POST ${path}`, { body: { title: 'New' }, headers: accept ? { accept } : {} });
    expect([reply.status, reply.headers['location'], reply.headers['content-type']]).toEqual([201, location, type]);
  });
  test.each([
    [
      { title: 'New', pages: 3 },
      { title: 'New', pages: 3 },
    ],
    [
      { title: 'New', genre: null },
      { title: 'New', genre: null },
    ],
    [
      { title: 'New', genre: 'fact' },
      { title: 'New', genre: 'FACT' },
    ],
    [
      { title: 'New', authors: [{ name: 'A', born: 1900 }] },
      { title: 'New', authors: [{ name: 'A', born: 1900 }] },
    ],
  ])('%j becomes the variables %j', async (body, variables) => {
    expect((await toy.send('POST /v1/books', { body })).status).toBe(201);
    expect(toy.trace.variables.at(-1)).toEqual(variables);
  });
  test.each([
    [{}, 'title is required'],
    [undefined, 'title is required'],
    [[], 'body must be a JSON object'],
    [null, 'body must be a JSON object'],
    [{ title: null }, 'title must not be null'],
    [{ title: '' }, 'title must not be empty'],
    [{ title: '123456' }, 'title must have at most 5 characters'],
    [
      { title: 1, pages: 0, genre: 'FACT', colour: 1, authors: {} },
      'title must be a string; genre must be one of "fiction", "fact"; pages must be an integer from 1 to 2147483647; authors must be an array; colour is not a known property; known are "title", "genre", "pages", "authors"',
    ],
    [{ title: 'x', pages: 1.5 }, 'pages must be an integer from 1 to 2147483647'],
    [
      { title: 'x', authors: [{}, { name: 1, born: -1, nam: 1 }] },
      'authors.0.name is required; authors.1.name must be a string; authors.1.born must be an integer from 0 to 9007199254740991; authors.1.nam is not a known property; did you mean "name"?',
    ],
    [{ title: 'x', authors: [{ name: '' }, { name: '' }, { name: '' }] }, 'authors must have at most 2 items'],
    ['{"title": ', 'The body is not valid JSON'],
    ['{"title": "x", "__proto__": {"a": 1}}', '__proto__ is not a known property'],
  ])('refuses %j with 400 and %s', async (body, message) => {
    const [status, answer] = seen(await toy.send('POST /v1/books', { body }));
    expect(status).toBe(400);
    expect((answer as { error: string }).error).toContain(message);
  });
  test('tells fifty problems of a body that has more', async () => {
    const body = { title: 'x', ...Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1])) };
    const [status, answer] = seen(await toy.send('POST /v1/books', { body }));
    const sentences = (answer as { error: string }).error.split(/; k(?=\d)/);
    expect([status, sentences.length]).toEqual([400, 50]);
    expect(sentences.at(-1)).toMatch(/; and more$/);
  });
  test('looks for no more problems than it tells', async () => {
    const body = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]));
    const found = new ProblemCollector();
    compileJsonObject([])(body, InputPath.body, found);
    expect([found.problems.length, found.isFull]).toEqual([50, true]);
  });
  test('reads no item of a list that is too long', async () => {
    const body = { title: 'x', authors: [1, 2, 3] };
    expect(seen(await toy.send('POST /v1/books', { body }))).toEqual([
      400,
      { error: 'authors must have at most 2 items' },
    ]);
  });
  test('tells the beginning of a name that is too long', async () => {
    const [status, answer] = seen(await toy.send('POST /v1/books', { body: { title: 'x', ['n'.repeat(201)]: 1 } }));
    const name = `${'n'.repeat(199)}… is not a known property`;
    expect([status, (answer as { error: string }).error.startsWith(name)]).toEqual([400, true]);
    const [, shorter] = seen(await toy.send('POST /v1/books', { body: { title: 'x', ['n'.repeat(200)]: 1 } }));
    expect((shorter as { error: string }).error.startsWith(name.replace('…', 'n'))).toBe(true);
  });
  test('counts lengths in code points', async () => {
    expect((await toy.send('POST /v1/books', { body: { title: '👩‍🚀' } })).status).toBe(201);
    expect((await toy.send('POST /v1/books', { body: { title: '😀😀😀😀😀' } })).status).toBe(201);
    expect((await toy.send('POST /v1/books', { body: { title: '😀😀😀😀😀😀' } })).status).toBe(400);
    const two = toyEngine({
      'v1/a.graphql':
        'query get($text: String @param(minLength: 2)) @endpoint(method: GET, path: "/a") { echo(text: $text) { json } }',
    });
    expect(seen(await two.send('GET /v1/a?text=😀'))).toEqual([400, { error: 'text must have at least 2 characters' }]);
    expect((await two.send('GET /v1/a?text=😀😀')).status).toBe(200);
    expect((await two.send('GET /v1/a?text=ab')).status).toBe(200);
  });
  test('takes a number for an ID, as long as it is exact', async () => {
    const ids = toyEngine({
      'v1/a.graphql': 'mutation m($ids: [ID!]) @endpoint(method: POST, path: "/a") { fill(ids: $ids) { json } }',
    });
    await ids.send('POST /v1/a', { body: { ids: [9007199254740991, 'x'] } });
    expect(ids.trace.variables.at(-1)).toEqual({ ids: ['9007199254740991', 'x'] });
    expect(seen(await ids.send('POST /v1/a', { body: '{"ids":[9007199254740993,1.5]}' }))).toEqual([
      400,
      { error: 'ids.0 must be a string; ids.1 must be a string' },
    ]);
  });
  test.each([
    ['text/plain', 415],
    ['application/json; charset=latin1', 415],
    ['application/json; charset=UTF-8', 201],
    ['application/json; Charset = "utf-8"', 201],
    ['application/json; charset=', 415],
    ['application/json; a=b', 201],
    ['application/merge-patch+json', 201],
    ['application/jsonp', 415],
  ])('a body of %s is %i', async (type, status) => {
    const reply = await toy.send('POST /v1/books', { body: { title: 'New' }, headers: { 'content-type': type } });
    expect(reply.status).toBe(status);
  });
  test('refuses what is not UTF-8 and what is compressed', async () => {
    const latin1 = await toy.send('POST /v1/books', { body: Buffer.from('{"title":"Löwe"}', 'latin1') });
    expect(seen(latin1)).toEqual([400, { error: 'The body is not valid UTF-8.' }]);
    const gzip = await toy.send('POST /v1/books', { body: { title: 'x' }, headers: { 'content-encoding': 'gzip' } });
    expect([gzip.status, gzip.headers['accept-encoding']]).toEqual([415, 'identity']);
  });
});

test('a 404 names what was looked for, and nothing of the body', async () => {
  const toy = toyEngine({
    'v1/a.graphql':
      `mutation m($id: SafeInt!, $why: String) @endpoint(method: PUT, path: "/b/{key}") { removeBook(id: $id) { id } }`
        .replace('$id: SafeInt!', '$id: SafeInt! @param(name: "key")')
        .replace(', $why: String', ''),
    'v1/b.graphql': `mutation m($id: SafeInt!) @endpoint(method: POST, path: "/c") { removeBook(id: $id) { id } }`,
  });
  expect(seen(await toy.send('PUT /v1/b/999', { body: {} }))).toEqual([
    404,
    { error: 'No Book was found for key 999.' },
  ]);
  expect(seen(await toy.send('POST /v1/c', { body: { id: 999 } }))).toEqual([404, { error: 'No Book was found.' }]);
});

describe('a body that is nested deep', () => {
  const toy = toyEngine({
    'conventions.json': JSON.stringify({ scalars: { SafeInt: { type: 'any' } } }),
    'v1/a.graphql':
      'mutation m($filter: Filter) @endpoint(method: POST, path: "/a") { fill(filter: $filter) { json } }',
    'v1/b.graphql': 'mutation m($x: [[Int!]!]) @endpoint(method: POST, path: "/b") { fill(grid: $x) { json } }',
    'v1/c.graphql': `mutation m($id: SafeInt!) @endpoint(method: POST, path: "/c") { tryBook(title: "a", shelfId: $id) { warning } }`,
  });
  const nested = (open: string, times: number, close: string) => `${open.repeat(times)}${close.repeat(times)}`;
  const filter = (times: number) => `{"filter":${nested('{"and":[', times, ']}')}}`;

  test.each([
    [
      'a recursive input type',
      '/v1/a',
      filter(20_000),
      /^filter(\.and\.0)+\S*… must not be nested more than 100 levels deep$/,
    ],
    ['lists', '/v1/b', `{"x":${nested('[', 20_000, ']')}}`, /^x\.0\.0 must be an integer/],
    [
      'a scalar of any JSON',
      '/v1/c',
      `{"id":${nested('[', 20_000, ']')}}`,
      /^id must not be nested more than 100 levels deep$/,
    ],
    [
      'objects of any JSON',
      '/v1/c',
      `{"id":${nested('{"a":[', 51, ']}')}}`,
      /^id must not be nested more than 100 levels deep$/,
    ],
  ])('is 400 for %s', async (_, path, body, error) => {
    expect(seen(await toy.send(`POST ${path}`, { body }))).toEqual([400, { error: expect.stringMatching(error) }]);
  });
  test('is read to a depth that is enough', async () => {
    expect((await toy.send('POST /v1/a', { body: filter(45) })).status).toBe(200);
    expect((await toy.send('POST /v1/c', { body: `{"id":${nested('[', 100, ']')}}` })).status).toBe(200);
  });
});

test('a body is not asked for what every object has', async () => {
  const toy = toyEngine({
    'v1/a.graphql':
      'mutation m($constructor: String) @endpoint(method: POST, path: "/a") { addBook(input: { title: "x", note: $constructor }) { id } }',
  });
  expect(seen(await toy.send('POST /v1/a', { body: {} }))).toEqual([200, { id: 99 }]);
  expect(toy.trace.variables.at(-1)).toEqual({});
});

test('a dotted expand turns on what it is in', async () => {
  const toy = toyEngine({
    'v1/a.graphql': `query get($a: Boolean = false @expand(name: "shelf"), $b: Boolean = false @expand(name: "shelf.owner"))
      @endpoint(method: GET, path: "/a") { book(id: 1) { id shelf @include(if: $a) { name owner @include(if: $b) { name } } } }`,
  });
  expect(seen(await toy.send('GET /v1/a?expand=shelf'))[1]).toEqual({ id: 1, shelf: { name: 'low' } });
  expect(seen(await toy.send('GET /v1/a?expand=shelf.owner'))[1]).toEqual({
    id: 1,
    shelf: { name: 'low', owner: null },
  });
});

test('the narrower bound holds, of the scalar and of the parameter', async () => {
  const scalars = { SafeInt: { type: 'integer', minimum: 0, maximum: 100 } };
  const document = (bounds: string) =>
    `query get($id: SafeInt! @param(${bounds})) @endpoint(method: GET, path: "/b/{id}") { book(id: $id) { id } }`;
  for (const [bounds, message] of [
    ['max: 10', 'from 0 to 10'],
    ['max: 1000', 'from 0 to 100'],
    ['min: 5, max: 1000', 'from 5 to 100'],
    ['min: -5', 'from 0 to 100'],
  ] as const) {
    const toy = toyEngine({ 'v1/a.graphql': document(bounds), 'conventions.json': JSON.stringify({ scalars }) });
    expect(seen(await toy.send('GET /v1/b/x'))).toEqual([400, { error: `id must be an integer ${message}` }]);
    const [, minimum, maximum] = /from (\d+) to (\d+)/.exec(message)!.map(Number);
    expect(JSON.stringify(toy.openApi.get('/v1/openapi.json'))).toContain(`"minimum":${minimum},"maximum":${maximum}`);
  }
});

test('the pattern of the scalar and that of the parameter both hold, as do their lengths', async () => {
  const scalars = { Isbn: { type: 'string', pattern: '[0-9]{10}', maxLength: 10 } };
  const toy = toyEngine({
    'conventions.json': JSON.stringify({ scalars }),
    'v1/a.graphql': `query get($isbn: Isbn @param(pattern: "3.*", maxLength: 20), $id: ID @param(minLength: 0))
      @endpoint(method: GET, path: "/a") { echo(isbn: $isbn, id: $id) { json } }`,
  });
  expect((await toy.send('GET /v1/a?isbn=3123456789')).status).toBe(200);
  for (const [query, error] of [
    ['isbn=4123456789', 'isbn must match 3.*'],
    ['isbn=3x', 'isbn must be a valid Isbn (ten digits)'],
    ['isbn=31234567890', 'isbn must have at most 10 characters'],
    ['id=', 'id must not be empty'],
  ]) {
    expect(seen(await toy.send(`GET /v1/a?${query}`))).toEqual([400, { error }]);
  }
  const [isbn] = (toy.openApi.get('/v1/openapi.json') as never)['paths']['/a']['get']['parameters'] as never[];
  expect(isbn!['schema']).toEqual({
    type: 'string',
    minLength: 1,
    maxLength: 10,
    pattern: '^(?:[0-9]{10})$',
    allOf: [{ pattern: '^(?:3.*)$' }],
  });
});

describe('the order of the checks', () => {
  const toy = toyEngine(documents);
  const bad = { body: '{', headers: { accept: 'text/html', 'content-type': 'text/plain' } };

  test.each([
    ['404 before 401', 'POST /v1/nowhere', { ...bad, scopes: 'nobody' }, 404],
    ['405 before 401', 'PUT /v1/books', { ...bad, scopes: 'nobody' }, 405],
    ['401 before 406', 'POST /v1/books', { ...bad, scopes: 'nobody' }, 401],
    ['406 before 403', 'POST /v1/books', { ...bad, scopes: 'other' }, 406],
    ['403 before 415', 'POST /v1/books', { ...bad, headers: { 'content-type': 'text/plain' }, scopes: 'other' }, 403],
    ['415 before 400', 'POST /v1/books?x=1', { ...bad, headers: { 'content-type': 'text/plain' } }, 415],
    ['400 last', 'POST /v1/books?x=1', { body: '{' }, 400],
  ])('%s', async (_, line, options, status) => {
    const before = toy.trace.executions;
    expect((await toy.send(line, options)).status).toBe(status);
    expect(toy.trace.executions).toBe(before);
  });
  test('a scope is asked for only where expand reaches', async () => {
    expect((await toy.send('GET /v1/books/1', { scopes: 'none' })).status).toBe(200);
    const refused = await toy.send('GET /v1/books/1?expand=author', { scopes: 'none' });
    expect(seen(refused)).toEqual([403, { error: 'The scope "authors:read" is required.' }]);
    expect((await toy.send('GET /v1/books?expand=%61uthor', { scopes: 'none' })).status).toBe(403);
  });

  test.each([
    [
      'query',
      'query a($id: SafeInt!, $w: Boolean = false) @endpoint(method: GET, path: "/a/{id}") { book(id: $id) { id author @include(if: $w) { name } } }',
      'GET /v1/a/1?w=true',
      undefined,
    ],
    [
      'query',
      'query a($id: SafeInt!, $w: Boolean = true) @endpoint(method: GET, path: "/a/{id}") { book(id: $id) { id author @skip(if: $w) { name } } }',
      'GET /v1/a/1?w=false',
      undefined,
    ],
    [
      'header',
      'query a($id: SafeInt!, $w: Boolean = false @param(in: HEADER, name: "x-w")) @endpoint(method: GET, path: "/a/{id}") { book(id: $id) { id author @include(if: $w) { name } } }',
      'GET /v1/a/1',
      { headers: { 'x-w': 'true' } },
    ],
    [
      'body',
      'mutation a($title: String!, $w: Boolean = false) @endpoint(method: POST, path: "/a") { addBook(input: { title: $title }) { id author @include(if: $w) { name } } }',
      'POST /v1/a',
      { body: '{"title":"A","w":true}', headers: { 'content-type': json } },
    ],
  ])(
    'what a parameter of the %s includes is asked for always, as it is read later',
    async (_, document, line, options) => {
      const own = toyEngine({ 'v1/a.graphql': document });
      const refused = await own.send(line, { ...options, scopes: 'books:write' });
      expect(seen(refused)).toEqual([403, { error: 'The scope "authors:read" is required.' }]);
      expect(own.trace.executions).toBe(0);
      expect((await own.send(line, { ...options, scopes: 'books:write authors:read' })).status).toBe(200);
      expect(JSON.stringify(own.openApi.get('/v1/openapi.json'))).toMatch(/"x-scopes":\[[^x]*"authors:read"/);
    },
  );
});
