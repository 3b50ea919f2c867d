// A request to /graphql, from its method to its operation: what is answered with which status, and what is refused before it runs.
import { afterAll, describe, expect, test } from 'vitest';
import type { RequestOptions } from '../support/Client.ts';
import { idOf, someText } from '../support/expectations.ts';
import { errorsOf, queryGraphql } from '../support/queryGraphql.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const HELLO = 'query ($id: SafeInt = 1) { product(id: $id) { id } }';
const DATA = { data: { product: { id: 1 } } };
const typed = (type: string): NonNullable<RequestOptions['headers']> => ({ 'content-type': type });
/** On every answer: it is not to be sniffed. */
const SAFE = { 'x-content-type-options': 'nosniff' };
const path = (query: string) => `/graphql?${new URLSearchParams({ query })}`;

test('a query is answered by POST and by GET, is not stored, and has no entity tag', async () => {
  for (const answer of [
    await portico.post('/graphql', { query: HELLO, variables: { id: 1 } }),
    await portico.get(path(HELLO)),
    await portico.get(path(HELLO), { headers: { 'if-none-match': '*' } }),
  ]) {
    expect([answer.status, answer.json]).toEqual([200, DATA]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept', ...SAFE });
    for (const name of ['x-powered-by', 'etag']) expect(answer.headers).not.toHaveProperty(name);
  }
});

test('HEAD is answered as GET, without the body', async () => {
  const [head, get] = [await portico.request('HEAD', path(HELLO)), await portico.get(path(HELLO))];
  const shown = ({ status, headers }: typeof head) =>
    [status, ...['content-type', 'content-length', 'vary'].map((name) => headers[name])] as unknown[];
  expect([shown(head), head.body]).toEqual([shown(get), '']);
});

test('credentials come before everything else', async () => {
  const answer = await portico.post('/graphql', 'nonsense', { scope: null, headers: typed('text/plain') });
  expect(answer).toMatchObject({ status: 401, headers: SAFE });
});

test('no mutation runs by GET', async () => {
  const id = idOf(await portico.post('/v1/users', { name: 'Still Here' }));
  const answer = await portico.get(path(`mutation { deleteUser(id: ${id}) { id } }`));
  expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  expect((await portico.get(`/v1/users/${id}`)).status).toBe(200);
});

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s names the methods, to everybody', async (method) => {
  const { status, headers } = await portico.request(method, '/graphql', { scope: null });
  expect(headers).toMatchObject(SAFE);
  expect([status, headers.allow]).toEqual([method === 'OPTIONS' ? 204 : 405, 'GET, HEAD, POST, OPTIONS']);
});

test('there is no landing page', async () => {
  const answer = await portico.get('/graphql', { headers: { accept: 'text/html' } });
  expect([answer.status, answer.headers['content-type']]).toEqual([406, 'application/json; charset=utf-8']);
});

test('of several operations the selected one is checked and executed', async () => {
  const query = 'query A { product(id: 1) { id } } query B { user(id: 1) { id } }';
  const send = (operationName: string) =>
    portico.post('/graphql', { query, operationName }, { scope: 'products:read' });
  expect([(await send('A')).json, (await send('B')).status]).toEqual([DATA, 403]);
});

test('scopes are those of each caller, and of what the variables include', async () => {
  const query = 'query ($x: Boolean = true) { product(id: 1) { id } user(id: 1) @include(if: $x) { id } }';
  for (const [scope, status] of [
    ['products:read', 403],
    ['products:read users:read', 200],
    ['products:read', 403],
  ] as const) {
    expect((await queryGraphql(portico, query, {}, { scope })).status).toBe(status);
    expect((await queryGraphql(portico, query, { x: false }, { scope })).json).toEqual(DATA);
  }
});

// Not over DATABASE_URL: test/service/settings/production.test.ts.
test.each([
  '{ usr { id } }',
  '{ users { nodes { emial } } }',
  '{ user(idd: 1) { id } }',
  'mutation { createUser(input: { nam: "Ada" }) { id } }',
  '{ orders(status: PAD) { totalCount } }',
])('the error of %s suggests a name', async (query) => {
  const { status, body } = await queryGraphql(portico, query);
  expect([status, body]).toEqual([400, expect.stringContaining('Did you mean')]);
});

test.each<[query: string, data: unknown, message: string]>([
  [
    'query ($x: SafeInt = 1) { product(id: $x) { id } }',
    { product: null },
    'Argument "id" of non-null type "SafeInt!" must not be null.',
  ],
  [
    'query ($x: Boolean = true) { product(id: 1) @include(if: $x) { id } }',
    null,
    'Argument "if" of non-null type "Boolean!" must not be null.',
  ],
])('null for a variable that has a default is an error of the client: %s', async (query, data, message) => {
  const { status, json } = await queryGraphql(portico, query, { x: null });
  expect([status, json]).toMatchObject([200, { data, errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] }]);
});

test.each([0, 101])('an order of %i items is refused', async (length) => {
  const items = Array(length).fill({ productId: 1, quantity: 1 });
  const create = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
  expect(errorsOf(await queryGraphql(portico, create, { input: { items } }))).toMatchObject([
    { message: 'items must have between 1 and 100 items', extensions: { code: 'BAD_USER_INPUT' } },
  ]);
});

/** Recursive fragments, each with two spreads. */
const rings = (length: number) =>
  Array.from(
    { length },
    (_, n) =>
      `fragment R${n} on Order { user { orders { nodes { ...R${(n + 1) % length} ...R${(n + 37) % length} } } } }`,
  ).join(' ');
const chain = (length: number) =>
  Array.from({ length }, (_, n) => `fragment F${n} on User { orders { nodes { user { ...F${n + 1} } } } }`).join(' ') +
  ` fragment F${length} on User { id }`;
const every = (length: number, text: (n: number) => string) => Array.from({ length }, (_, n) => text(n)).join(' ');

const INVALID = 'GRAPHQL_VALIDATION_FAILED';
const UNPARSED = 'GRAPHQL_PARSE_FAILED';
const UNRESOLVED = 'OPERATION_RESOLUTION_FAILURE';

test.each<[string, unknown, number, string, RequestOptions['headers']?]>([
  ['another media type', HELLO, 415, 'UNSUPPORTED_MEDIA_TYPE', typed('application/graphql')],
  ['malformed JSON', '{', 400, 'BAD_REQUEST', typed('application/json')],
  ['no body', '', 400, 'BAD_REQUEST', typed('application/json')],
  ['a list', [{ query: HELLO }], 400, 'BAD_REQUEST'],
  ['too large a body', { query: ' '.repeat(1024 * 1024) }, 413, 'CONTENT_TOO_LARGE'],
  ['no query', { variables: {} }, 400, 'BAD_REQUEST'],
  ['media types that are not made here', { query: HELLO }, 406, 'BAD_REQUEST', { accept: 'text/html' }],
  ['a syntax error', { query: '{' }, 400, UNPARSED],
  ['too many tokens', { query: `{ ${'__typename '.repeat(6000)} }` }, 400, UNPARSED],
  ['deep nesting', { query: '{a'.repeat(100_000) }, 400, UNPARSED],
  ['a long chain of fragments', { query: `{ user(id: 1) { ...F0 } } ${chain(290)}` }, 400, INVALID],
  [
    'fragments that lead back to themselves',
    { query: `{ order(id: 1) { ${every(100, (n) => `...R${n}`)} } } ${rings(100)}` },
    400,
    INVALID,
  ],
  ['a subscription', { query: 'subscription { __typename }' }, 400, INVALID],
  ['an unknown field', { query: '{ nothing }' }, 400, INVALID],
  ['an argument of another type', { query: '{ user(id: "x") { id } }' }, 400, INVALID],
  ['no operation', { query: 'fragment F on User { id }' }, 400, INVALID],
  ['an unknown operation', { query: 'query A { __typename }', operationName: 'B' }, 400, UNRESOLVED],
  ['a variable of the wrong type', { query: HELLO, variables: { id: 'x' } }, 400, 'BAD_USER_INPUT'],
])('%s is refused, and nothing is said of the inside', async (_, body, status, code, headers = {}) => {
  const answer = await portico.post('/graphql', body, { headers });
  expect(answer.headers).toMatchObject(SAFE);
  expect(answer.body).not.toMatch(/stacktrace|node_modules|\.ts:|prisma/i);
  expect([answer.status, answer.json]).toEqual([
    status,
    {
      errors: [expect.objectContaining({ message: someText, extensions: expect.objectContaining({ code }) as object })],
    },
  ]);
});

describe('a body that is refused before it comes ends the connection, without 100 (Continue):', async () => {
  const authorization = `Authorization: Bearer ${await portico.token('products:read')}\r\n`;
  const EXPECT = 'Expect: 100-continue\r\nContent-Length: 3\r\n';
  test.each([
    ['one that is too large', `${authorization}Content-Type: application/json\r\nContent-Length: 10000000\r\n`, 413],
    ['one of a client without credentials', EXPECT, 401],
    ['one that is no JSON', `${EXPECT}${authorization}Content-Type: text/plain\r\n`, 415],
  ])('%s', async (_, headers, status) => {
    const answers = await portico.raw(`POST ${portico.path('/graphql')} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
    expect(answers).toMatchObject([{ status, headers: { connection: 'close' } }]);
    if (status !== 413) return;
    const message = 'The body must not be larger than 1048576 bytes.';
    const errors = [{ message, extensions: { code: 'CONTENT_TOO_LARGE' } }];
    expect(JSON.parse(String(answers[0]!.body))).toEqual({ errors });
  });
});
