import { expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const PROBLEM = 'application/problem+json';

const get = (path: string, selection: string, parameters = '') =>
  `query get${parameters} @endpoint(method: GET, path: "${path}") { ${selection} }`;
const documents = {
  'v1/a.graphql': get(
    '/a',
    'fail(code: $code) { value } echo(number: $n, ratio: $m) { json }',
    '($code: String, $n: Int, $m: Float)',
  ),
};
const engine = (errors: object) => toyEngine({ ...documents, 'conventions.json': JSON.stringify({ errors }) });

test.each([
  [
    { error: '{message}', status: '{status}', id: '{requestId}', code: '{code}!' },
    {
      error: 'n must be an integer between -2147483648 and 2147483647; m must be a number',
      status: 422,
      id: 'request-1',
      code: 'BAD_USER_INPUT!',
    },
  ],
  [
    { errors: { '{field}': ['{message}'] } },
    { errors: { n: ['must be an integer between -2147483648 and 2147483647'], m: ['must be a number'] } },
  ],
])('errors have the body %j', async (body, expected) => {
  expect(seen(await engine({ body, invalid: 422 }).send('GET /v1/a?n=x&m=y'))).toEqual([422, expected]);
});
test('an error without details is its own one problem', async () => {
  const toy = engine({ body: { errors: { '{field}': ['{message}'] } } });
  expect(seen(await toy.send('GET /v1/nowhere'))).toEqual([404, { errors: { base: ['/v1/nowhere does not exist.'] } }]);
});
test('codes of the conventions have their statuses', async () => {
  const toy = engine({ codes: { STALE: 409, CONFLICT: 410 } });
  expect(seen(await toy.send('GET /v1/a?code=STALE'))).toEqual([409, { error: 'failed: STALE' }]);
  expect((await toy.send('GET /v1/a?code=CONFLICT')).status).toBe(410);
  const problem = await toy.send('GET /v1/a?code=STALE', { headers: { accept: PROBLEM } });
  expect(seen(problem)[1]).toMatchObject({ status: 409, code: 'STALE' });
});
test('a code without a status has that of *, but no code of the table has', async () => {
  const toy = engine({
    codes: { '*': { status: 422, code: 'other' }, STALE: { code: 'old' } },
    body: ['{status}', '{code}'],
  });
  expect(seen(await toy.send('GET /v1/a?code=ODD'))).toEqual([422, [422, 'other']]);
  expect(seen(await toy.send('GET /v1/a?code=STALE'))).toEqual([422, [422, 'old']]);
  expect(seen(await toy.send('GET /v1/a?code=CONFLICT'))).toEqual([409, [409, 'other']]);
  expect((await toy.send('GET /v1/a?code=INTERNAL_SERVER_ERROR')).status).toBe(500);
  expect((await toy.send('GET /v1/nowhere')).status).toBe(404);
});
test.each([
  ['GET /v1/nowhere', 503, { 'retry-after': '1' }],
  ['GET /v1/a?n=x', 429, { 'retry-after': '1' }],
  ['DELETE /v1/a', 401, { 'www-authenticate': 'Bearer' }],
  ['GET /v1/a?code=OTHER', 503, {}],
  ['GET /v1/a?code=OUTCOME_UNKNOWN', 503, {}],
])('%s, which the conventions make %i, has %j, where a retry is safe', async (line, status, expected) => {
  const limited = { NOT_FOUND: 503, BAD_USER_INPUT: 429, METHOD_NOT_ALLOWED: 401 };
  const toy = engine({ codes: { ...limited, INTERNAL_SERVER_ERROR: 503, OUTCOME_UNKNOWN: 503 } });
  const reply = await toy.send(line);
  const ofStatus = Object.entries(reply.headers).filter(([name]) => ['retry-after', 'www-authenticate'].includes(name));
  expect([reply.status, Object.fromEntries(ofStatus)]).toEqual([status, expected]);
});
test('problems name their source', async () => {
  const toy = toyEngine({
    'v1/m.graphql': `mutation m($title: String! @param(name: "book.title"), $pages: Int @param(in: QUERY), $genre: Genre @param(in: HEADER, name: "X-Genre"))
      @endpoint(method: POST, path: "/b") { addBook(input: { title: $title, pages: $pages, genre: $genre }) { id } }`,
    'conventions.json': JSON.stringify({
      errors: { body: [{ pointer: '{pointer?}', parameter: '{parameter?}', header: '{header?}', leaf: '{leaf}' }] },
    }),
  });
  const reply = await toy.send('POST /v1/b?pages=x', { headers: { 'x-genre': 'FUN' }, body: { book: { title: 1 } } });
  expect(seen(reply)).toEqual([
    400,
    [
      { header: 'X-Genre', leaf: 'X-Genre' },
      { parameter: 'pages', leaf: 'pages' },
      { pointer: '/book/title', leaf: 'title' },
    ],
  ]);
});
test('the resource that is missing is named', async () => {
  const toy = toyEngine({
    'v1/get.graphql': get('/b/{id}', 'book(id: $id) { id }', '($id: SafeInt!)'),
    'v1/f.graphql': get('/f', 'fail(code: "NOT_FOUND") { value }'),
    'conventions.json': JSON.stringify({
      enums: { __typename: { Book: 'book' } },
      errors: {
        body: { errors: { '{field}': ['{message}'] } },
        codes: { NOT_FOUND: { field: '{resource}', message: 'not found' } },
      },
    }),
  });
  expect(seen(await toy.send('GET /v1/b/99'))).toEqual([404, { errors: { book: ['not found'] } }]);
  expect(seen(await toy.send('GET /v1/f'))).toEqual([404, { errors: { Failing: ['not found'] } }]);
  expect(seen(await toy.send('GET /v1/nowhere'))).toEqual([404, { errors: { base: ['not found'] } }]);
});
test('codes are where the conventions say', async () => {
  expect((await engine({ code: 'extensions.code.length', codes: {} }).send('GET /v1/a?code=CONFLICT')).status).toBe(
    500,
  );
});
test('problem documents name every problem', async () => {
  const toy = toyEngine({
    'v1/get.graphql': get('/b/{id}', 'book(id: $id) { id } echo(number: $n) { json }', '($id: SafeInt!, $n: Int)'),
  });
  const reply = await toy.send('GET /v1/b/x?n=y', { headers: { accept: PROBLEM } });
  expect(reply.headers['content-type']).toBe(PROBLEM);
  expect(seen(reply)).toEqual([
    400,
    {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail:
        'id must be an integer between -9007199254740991 and 9007199254740991; n must be an integer between -2147483648 and 2147483647',
      code: 'BAD_USER_INPUT',
      requestId: 'request-1',
      errors: [
        { field: 'id', message: 'must be an integer between -9007199254740991 and 9007199254740991' },
        { field: 'n', message: 'must be an integer between -2147483648 and 2147483647' },
      ],
    },
  ]);
  expect(seen(await toy.send('GET /v1/c', { headers: { accept: PROBLEM } }))[1]).toMatchObject({
    title: 'Not Found',
    errors: [{ message: '/v1/c does not exist.' }],
  });
});
