import { describe, expect, test } from 'vitest';
import { ask } from './support/ask.ts';
import { seen, toyEngine } from './support/toy.ts';

const V = (version: number | string) => `application/vnd.toy.v${version}+json`;
const get = (path: string, selection: string, parameters = '', more = '') =>
  `query get${parameters} @endpoint(method: GET, path: "${path}"${more}) { ${selection} }`;

const documents = {
  'v1/getBook.graphql': `
    query getBook($id: SafeInt!, $author: Boolean = false @expand)
    @endpoint(method: GET, path: "/books/{id}") {
      book(id: $id) { id name: title kind: genre author @include(if: $author) { name } }
    }`,
  'v1/removeBook.graphql': `
    mutation removeBook($id: SafeInt!) @endpoint(method: DELETE, path: "/books/{id}", status: 204) {
      removeBook(id: $id) { id }
    }`,
  'conventions.json': JSON.stringify({
    enums: { Genre: 'lowercase' },
    scalars: { SafeInt: { type: 'integer', minimum: 0, maximum: 9007199254740991 } },
  }),
};

describe('one resource', () => {
  const toy = toyEngine(documents);

  const book = { id: 1, name: 'Book 1', kind: 'fiction' };
  test.each([
    ['GET /v1/books/1?expand=author', 200, { ...book, author: { name: 'Ann' } }],
    ['GET /v1/books/3?expand=author', 200, { id: 3, name: 'Book 3', kind: 'fiction', author: null }],
    ['GET /v1/books/999', 404, { error: 'No Book was found for id 999.' }],
    ['GET /v1/books/x', 400, { error: 'id must be an integer between 0 and 9007199254740991' }],
    ['GET /v1/books/1?expnd=author', 400, { error: 'expnd is not a known parameter; did you mean "expand"?' }],
    ['GET /v1/books/1?expand=autor', 400, { error: 'expand does not support "autor"; did you mean "author"?' }],
    ['PATCH /v1/books/1', 405, { error: 'PATCH is not allowed; allowed methods: GET, HEAD, DELETE, OPTIONS' }],
  ])('%s is %i', async (line, status, body) => {
    expect(seen(await toy.send(line))).toEqual([status, body]);
  });
});

describe('versions', () => {
  const document = (field: string) => get('/b', `book(id: 1) { ${field} }`);
  const both = { 'v1/get.graphql': document('id'), 'v2/get.graphql': document('title') };
  const two = { title: 'Book 1' };
  const toy = toyEngine(both);
  const available = `available media types: application/json, ${V(1)}, ${V(2)}`;

  test.each([
    ['/v2/b', V(1), 400, { error: 'The path names version 2, but Accept names version 1.' }],
    ['/v2/b', V(7), 406, { error: `Version 7 does not exist; ${available}` }],
  ])('GET %s accepting %s', async (path, accept, status, body) => {
    const reply = await toy.send(`GET ${path}`, { headers: { accept } });
    expect(seen(reply)).toEqual([status, body]);
    expect([reply.headers['content-type'], reply.headers['vary']]).toEqual(['application/json', 'Accept']);
  });
  test.each([
    ['path', '/b', undefined, 404],
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
