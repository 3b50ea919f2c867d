// The one error of a response to the GraphQL errors of an upstream: which of them decides, and what is combined.
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';
import { stubUpstream } from './support/upstreams.ts';

const schema = buildSchema(
  'type Query { book: Book shop: Shop } type Shop { book: Book } type Book { id: ID author: Author } type Author { name: String }',
);
const get = (name: string, selection: string, more = '') =>
  `query ${name} @endpoint(method: GET, path: "/${name}"${more}) { ${selection} }`;
const BOOK = 'book { id author { name } }';
const upstream = await stubUpstream();
/** The versions have codes at different places, and statuses of them. */
const VERSIONS: object[] = [
  {},
  { codes: { STALE: 409, CONFLICT: 410, GONE: 404 }, invalid: 422 },
  { code: 'extensions.type' },
  { code: 'extensions.deep.code' },
  { code: 'extensions.code.length', invalid: 400 },
  { code: 'message', codes: { x: 418 } },
  { code: 'code' },
];
const api = await serveSchema(
  schema,
  {
    'v1/book.graphql': get('book', BOOK),
    'v1/whole.graphql': get('whole', BOOK, ', unwrap: false'),
    'v1/shop.graphql': get('shop', `shop @unwrap { ${BOOK} }`),
    ...Object.fromEntries(
      VERSIONS.map((errors, index) => [
        `v${index + 1}/conventions.json`,
        JSON.stringify({ errors: { code: 'extensions.code', ...errors } }),
      ]),
    ),
  },
  { upstream: { url: upstream.url } },
);
afterAll(async () => {
  api.close();
  await upstream.close();
});

const INTERNAL = 'Internal server error; it has been logged.';
const PROBLEM = { accept: 'application/problem+json' };
const withCode = (code: unknown, more: object = {}) => ({
  message: `message of ${String(code)}`,
  path: ['book'],
  extensions: { code },
  ...more,
});

/** The problem document of a response to errors. */
async function send(errors: object[], target = '/v1/book') {
  upstream.answer = () => ({ body: { data: null, errors } });
  const { json } = await api.send(`GET ${target}`, { headers: PROBLEM });
  return json as { status: number; code: string; detail: string; errors: object[] };
}

describe('the code of one error', () => {
  test.each([
    ['BAD_USER_INPUT', 400],
    ['BAD_REQUEST', 400],
    ['UNAUTHENTICATED', 401],
    ['FORBIDDEN', 403],
    ['UNAUTHORIZED_FIELD_OR_TYPE', 403],
    ['NOT_FOUND', 404],
    ['CONFLICT', 409],
    ['PRECONDITION_FAILED', 412],
    ['RATE_LIMITED', 429],
    ['UNAVAILABLE', 503],
    ['TIMEOUT', 504],
  ])('%s is %i, and its message is sent', async (code, status) => {
    expect(await send([withCode(code)])).toMatchObject({ code, status, detail: `message of ${code}` });
  });

  test.each(['SOMETHING_ELSE', 'constructor', undefined, 7, null, 'INTERNAL_SERVER_ERROR'])(
    '%s is an internal error',
    async (code) => {
      expect(await send([withCode(code)])).toMatchObject({
        status: 500,
        code: 'INTERNAL_SERVER_ERROR',
        detail: INTERNAL,
      });
    },
  );

  test.each<[version: number, error: object, status: number]>([
    [2, withCode('STALE'), 409],
    [2, withCode('CONFLICT'), 410],
    [2, withCode('BAD_USER_INPUT'), 422],
    [3, { message: 'x', extensions: { code: 'CONFLICT', type: 'NOT_FOUND' } }, 404],
    [4, { message: 'x', extensions: { deep: { code: 'FORBIDDEN' } } }, 403],
    [5, withCode('CONFLICT'), 500],
    [6, { message: 'x' }, 418],
    [7, { message: 'It is taken.', code: 'CONFLICT' }, 410],
  ])('has the place and the status of the conventions of version %i: %j is %i', async (version, error, status) => {
    expect(await send([error], `/v${version}/book`)).toMatchObject({ status });
  });
});

test.each<[target: string, path: string[] | undefined, code: string, status: number]>([
  ['/v1/book', ['book'], 'NOT_FOUND', 404],
  ['/v1/book', undefined, 'NOT_FOUND', 404],
  ['/v1/book', ['book', 'author'], 'NOT_FOUND', 500],
  ['/v1/whole', ['book'], 'NOT_FOUND', 404],
  ['/v1/whole', ['book', 'author'], 'NOT_FOUND', 500],
  ['/v1/whole', undefined, 'NOT_FOUND', 404],
  ['/v1/shop', ['shop', 'book'], 'NOT_FOUND', 404],
  ['/v1/shop', ['shop', 'book', 'author'], 'NOT_FOUND', 500],
  ['/v2/book', ['book', 'author'], 'GONE', 500],
  ['/v1/book', ['book', 'author'], 'CONFLICT', 409],
])('GET %s with an error at %j of %s is %i', async (target, path, code, status) => {
  expect(await send([withCode(code, { path })], target)).toMatchObject({ status });
});

describe('of several errors', () => {
  test('401, 403, 5xx and 404 go before the rest, in that order, and an unknown outcome before all', async () => {
    const codes = ['CONFLICT', 'NOT_FOUND', 'TIMEOUT', 'FORBIDDEN', 'UNAUTHENTICATED', 'OUTCOME_UNKNOWN'];
    const errors = codes.map((code) => withCode(code));
    for (const [index, code] of codes.entries()) expect((await send(errors.slice(0, index + 1))).code).toBe(code);
    expect(await send(errors.toReversed())).toMatchObject({
      status: 500,
      code: 'OUTCOME_UNKNOWN',
      detail: expect.stringMatching(/^The outcome of the request is unknown/),
    });
  });

  test.each([
    [['CONFLICT', 'SOMETHING_ELSE'], 500, INTERNAL],
    [['SOMETHING_ELSE', 'FORBIDDEN'], 403, 'message of FORBIDDEN'],
    [['TIMEOUT', 'UNAVAILABLE'], 504, 'message of TIMEOUT'],
    [['CONFLICT', 'RATE_LIMITED'], 409, 'message of CONFLICT'],
    [
      ['BAD_USER_INPUT', 'BAD_REQUEST', 'BAD_USER_INPUT', 'CONFLICT'],
      400,
      'message of BAD_USER_INPUT; message of BAD_REQUEST',
    ],
  ])('%j are %i: %s', async (codes, status, detail) => {
    expect(await send(codes.map((code) => withCode(code)))).toMatchObject({ status, detail });
  });

  test('the problems are combined', async () => {
    const taken = ['a', 'b'].map((field) => ({ field, message: 'is taken' }));
    const errors = taken.map((problem) =>
      withCode('CONFLICT', { extensions: { code: 'CONFLICT', problems: [problem] } }),
    );
    expect((await send(errors)).errors).toEqual(taken);
    const many = Array<object>(60).fill(taken[0]!);
    const lists = [0, 1].map(() => withCode('CONFLICT', { extensions: { code: 'CONFLICT', problems: many } }));
    expect((await send(lists)).errors).toHaveLength(50);
  });

  test('at most fifty messages, and 2,000 characters, are combined', async () => {
    const many = Array.from({ length: 60 }, (_, index) => withCode('CONFLICT', { message: `<${index}>` }));
    expect((await send(many)).detail.split('; ')).toHaveLength(50);
    expect((await send([withCode('CONFLICT', { message: 'x'.repeat(2000) })])).detail).toBe('x'.repeat(2000));
    expect((await send([withCode('CONFLICT', { message: 'x'.repeat(2001) })])).detail).toBe(`${'x'.repeat(1999)}…`);
  });
});
