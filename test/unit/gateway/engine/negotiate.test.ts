import { describe, expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const V = (version: number | string) => `application/vnd.toy.v${version}+json`;

describe('versions', () => {
  const document = (field: string) => `query get @endpoint(method: GET, path: "/b") { book(id: 1) { ${field} } }`;
  const documents = { 'v1/get.graphql': document('id'), 'v2/get.graphql': document('title') };
  const one = { id: 1 };
  const two = { title: 'Book 1' };
  const both = toyEngine(documents);

  test.each([
    ['/b', undefined, 200, one, 'application/json'],
    ['/b', V(1), 200, one, V(1)],
    ['/b', V(2), 200, two, V(2)],
    ['/v1/b', undefined, 200, one, 'application/json'],
    ['/v2/b', '*/*', 200, two, 'application/json'],
    ['/v2/b', V(2), 200, two, V(2)],
    ['/v2/b', V(1), 400, { error: 'The path names version 2, but Accept names version 1.' }, 'application/json'],
    [
      '/v2/b',
      V(7),
      406,
      { error: `Version 7 does not exist; available media types: application/json, ${V(1)}, ${V(2)}` },
      'application/json',
    ],
    [
      '/b',
      'text/html',
      406,
      { error: `Not acceptable; available media types: application/json, ${V(1)}, ${V(2)}` },
      'application/json',
    ],
    ['/v01/b', undefined, 404, { error: '/v01/b does not exist.' }, 'application/json'],
    ['/v0/b', undefined, 404, { error: 'Version 0 does not exist; known versions are 1, 2.' }, 'application/json'],
  ])('GET %s accepting %s', async (path, accept, status, body, type) => {
    const reply = await both.send(`GET ${path}`, { headers: accept === undefined ? {} : { accept } });
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
  ] as const)('VERSIONING=%s: %s accepting %s is %i', async (versioning, path, accept, status) => {
    const toy = toyEngine(documents, { versioning });
    expect((await toy.send(`GET ${path}`, { headers: accept ? { accept } : {} })).status).toBe(status);
  });
  test('an unversioned path has the default version', async () => {
    expect(seen(await toyEngine(documents, { defaultVersion: 2 }).send('GET /b'))).toEqual([200, two]);
    expect(() => toyEngine(documents, { defaultVersion: 3 })).toThrow(
      'The default version is 3 (DEFAULT_API_VERSION, or the option defaultVersion), but the versions are: 1, 2.',
    );
  });
});

describe('errors as problem documents', () => {
  const toy = toyEngine({
    'v1/get.graphql':
      'query get($id: SafeInt!, $n: Int) @endpoint(method: GET, path: "/b/{id}") { book(id: $id) { id } echo(number: $n) { json } }',
  });
  const headers = { accept: 'application/problem+json' };
  test('name every problem', async () => {
    const reply = await toy.send('GET /v1/b/x?n=y', { headers });
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(seen(reply)).toEqual([
      400,
      {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail:
          'id must be an integer from -9007199254740991 to 9007199254740991; n must be an integer from -2147483648 to 2147483647',
        code: 'BAD_USER_INPUT',
        requestId: 'request-1',
        errors: [
          { field: 'id', message: 'must be an integer from -9007199254740991 to 9007199254740991' },
          { field: 'n', message: 'must be an integer from -2147483648 to 2147483647' },
        ],
      },
    ]);
  });
  test('an error without details is its own one problem', async () => {
    expect(seen(await toy.send('GET /v1/c', { headers }))).toEqual([
      404,
      {
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: '/v1/c does not exist.',
        code: 'NOT_FOUND',
        requestId: 'request-1',
        errors: [{ message: '/v1/c does not exist.' }],
      },
    ]);
  });
});
