// The response to an error: its headers, its status, and its size, however often the conventions repeat its texts.
import { toUSVString } from 'node:util';
import { GraphQLError, buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../src/gateway/server.ts';
import { openEngine } from '../support/openEngine.ts';

const MAX_ERROR_BYTES = 64 * 1024;
const FIT = 25_514;
const PROBLEM = { accept: 'application/problem+json' };
/** The bodies of errors, by the number of the version. */
const BODIES: unknown[] = [
  { error: '{message}' },
  { title: '{message}', all: [{ where: '{field}', what: '{message}' }], by: { '{field}': ['{message}'] } },
  Array.from({ length: 20 }, () => '{message}'),
  ['{message}', '{message}'],
  { a: '{message}', b: '{message}', c: 'x'.repeat(FIT) },
  { a: '{message}', b: '{message}', c: 'x'.repeat(FIT + 1) },
  { long: 'x'.repeat(70_000), text: '{message}' },
  '{message}',
];
const conventions = BODIES.map((body, index) => [
  `v${index + 1}/conventions.json`,
  JSON.stringify({ enums: { __typename: 'lowercase' }, errors: { body, codes: { CONFLICT: 410 } } }),
]);
let thrown: ServiceError;
const engine = openEngine({
  schema: buildSchema('type Query { a: Int }'),
  files: {
    'v1/a.graphql': 'query a @endpoint(method: GET, path: "/a") { a }',
    ...(Object.fromEntries(conventions) as Record<string, string>),
  },
  authenticate: () => Promise.reject(thrown),
});

async function send(version: number, error: ServiceError | string, headers: Record<string, string> = {}) {
  thrown = typeof error === 'string' ? new ServiceError('CONFLICT', error) : error;
  const reply = await engine.send(`GET /v${version}/a`, { headers });
  const text = String(reply.body);
  expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(text)));
  return { reply, bytes: Buffer.byteLength(text), text, json: JSON.parse(text) as unknown };
}

test('an error is JSON with the headers of every error, and its own', async () => {
  const { reply } = await send(1, new ServiceError('UNAVAILABLE', 'Laté.', { headers: { 'retry-after': '3' } }));
  expect(reply).toEqual({
    status: 503,
    headers: {
      'content-type': 'application/json',
      'content-length': '18',
      vary: 'Accept',
      'cache-control': 'private, no-store',
      'retry-after': '3',
    },
    body: '{"error":"Laté."}',
  });
  expect((await send(8, 'Gone.')).text).toBe('"Gone."');
});

test.each<[string, ServiceError, number]>([
  ['that of its code', new ServiceError('BAD_USER_INPUT', 'x'), 400],
  ['that of its code in the conventions', new ServiceError('CONFLICT', 'x'), 410],
  ['its own', ServiceError.of('CONFLICT', 418, 'x'), 418],
  ['its own for an unknown code', ServiceError.of('STALE', 419, 'x'), 419],
])('the status of an error is %s', async (_, error, status) => {
  const { reply, json } = await send(1, error, PROBLEM);
  expect([reply.status, json]).toEqual([status, expect.objectContaining({ status })]);
});

test.each([
  ['letters', 'x'],
  ['quotation marks', '"'],
  ['control characters', '\u0001'],
  ['characters of three bytes', '語'],
  ['half surrogate pairs', '\ud800'],
])('an error of %s has at most 64 KiB', async (_, unit) => {
  const problems = Array.from({ length: 50 }, (__, index) => ({
    field: `${index}${unit.repeat(190)}`,
    message: unit.repeat(200),
  }));
  for (const [version, headers] of [
    [1, {}],
    [1, PROBLEM],
    [2, {}],
    [3, {}],
  ] as const) {
    const { bytes, text, json } = await send(
      version,
      new ServiceError('BAD_USER_INPUT', unit.repeat(30_000), { problems }),
      headers,
    );
    expect(bytes).toBeLessThanOrEqual(MAX_ERROR_BYTES);
    expect(text).toContain('; and more');
    expect(json).toBeTypeOf('object');
  }
});

test('an error has all of what fits, and not one byte more', async () => {
  const message = 'y'.repeat(20_000);
  expect((await send(1, message)).json).toEqual({ error: message });
  expect((await send(4, message)).json).toEqual([message, message]);
  const fits = await send(5, message);
  expect([fits.bytes, (fits.json as { a: string }).a]).toEqual([MAX_ERROR_BYTES, message]);
  expect(((await send(6, message)).json as { a: string }).a.length).toBeLessThan(20_000);
  // There is no room at all.
  expect(((await send(7, 'y'.repeat(99))).json as { text: string }).text).toBe('…; and more');
});

test('the problems of an error have at most 24 KiB, as JSON', async () => {
  const problem = { field: 'f'.repeat(200), message: 'm'.repeat(200), code: 'c'.repeat(106) };
  const count = async (first: typeof problem) => {
    const problems = [first, ...Array.from({ length: 49 }, () => problem)];
    const { json } = await send(1, new ServiceError('BAD_USER_INPUT', 'x', { problems }), PROBLEM);
    return (json as { errors: object[] }).errors.length;
  };
  expect(await count(problem)).toBe(48);
  expect(await count({ ...problem, field: `ü${'f'.repeat(199)}` })).toBe(47);
});

test('no character is cut in two', async () => {
  for (const before of ['', 'x']) {
    const { error } = (await send(1, before + '😀'.repeat(20_000))).json as { error: string };
    expect(error).toMatch(/…; and more$/);
    expect(toUSVString(error)).toBe(error);
  }
});

test('a long code is cut', async () => {
  const { json } = await send(1, ServiceError.of('X'.repeat(300), 499, 'Gone.'), PROBLEM);
  expect(json).toEqual({
    type: 'about:blank',
    title: 'Error',
    status: 499,
    detail: 'Gone.',
    code: `${'X'.repeat(199)}…`,
    requestId: 'request-1',
    errors: [{ message: 'Gone.' }],
  });
});

describe('the code of an error of an execution', () => {
  let error: GraphQLError;
  const own = openEngine({
    schema: buildSchema('type Query { a: Int }'),
    files: {
      'v1/a.graphql': 'query a @endpoint(method: GET, path: "/a") { a }',
      'v2/conventions.json': '{ "errors": { "code": "extensions.kind" } }',
      'v3/conventions.json': '{ "errors": { "code": "message", "codes": { "x": 409 } } }',
    },
    run: () => ({ data: null, errors: [error] }),
  });
  const gone = new ServiceError('UNAVAILABLE', 'The upstream is gone.');
  const INTERNAL = [500, 'INTERNAL_SERVER_ERROR', 'Internal server error; it has been logged.'] as const;
  test.each<[string, number, GraphQLError, number, string, string]>([
    [
      'goes before that of its cause',
      1,
      new GraphQLError('outer', { originalError: gone, extensions: { code: 'CONFLICT' } }),
      409,
      'CONFLICT',
      'outer',
    ],
    [
      'that was raised here is its own, wherever others are',
      2,
      new GraphQLError('gone', { originalError: gone }),
      503,
      'UNAVAILABLE',
      'The upstream is gone.',
    ],
    [
      'with a status of its own is its own',
      3,
      new GraphQLError('x', { originalError: ServiceError.of('ODD', 418, 'Odd.') }),
      418,
      'ODD',
      'x',
    ],
    ['of another cause is none', 2, new GraphQLError('x', { originalError: new Error('y') }), ...INTERNAL],
    ['can be beside extensions, which it may lack', 3, { message: 'x' } as GraphQLError, 409, 'x', 'x'],
  ])('%s', async (_, version, found, status, code, detail) => {
    error = found;
    const { body } = await own.send(`GET /v${version}/a`, { headers: PROBLEM });
    expect(JSON.parse(String(body))).toMatchObject({ status, code, detail });
  });
});
