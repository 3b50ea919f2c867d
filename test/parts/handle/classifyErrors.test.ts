import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { ErrorConventions } from '../../../src/gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../src/gateway/plan/conventions/defaultConventions.ts';
import { ServiceError } from '../../../src/gateway/base/errors/ServiceError.ts';
import { classifyErrors, readProblems } from '../../../src/gateway/handle/classifyErrors.ts';

const INTERNAL = 'Internal server error; it has been logged.';
const withCode = (code: unknown, path: (string | number)[] = ['root']) =>
  new GraphQLError(`message of ${String(code)}`, { path, extensions: { code } });
const classify = (errors: readonly GraphQLError[], conventions: Partial<ErrorConventions> = {}) =>
  classifyErrors(errors, 1, { ...DEFAULT_CONVENTIONS.errors, ...conventions });

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
  ])('%s is %i, and its message is sent', (code, status) => {
    expect(classify([withCode(code)])).toMatchObject({ code, status, message: `message of ${code}` });
  });
  test.each([['SOMETHING_ELSE'], ['constructor'], [undefined], [7], [null], ['INTERNAL_SERVER_ERROR']])(
    '%s is an internal error, whose cause is for the log',
    (code) => {
      const error = withCode(code);
      expect(classify([error])).toMatchObject({
        status: 500,
        code: 'INTERNAL_SERVER_ERROR',
        message: INTERNAL,
        cause: error,
      });
    },
  );
  test('has the status of the conventions', () => {
    const codes = { STALE: 409, CONFLICT: 410 };
    expect(classify([withCode('STALE')], { codes })).toMatchObject({ code: 'STALE', status: 409 });
    expect(classify([withCode('CONFLICT')], { codes })).toMatchObject({ code: 'CONFLICT', status: 410 });
    expect(classify([withCode('BAD_USER_INPUT')], { invalid: 422 }).status).toBe(422);
  });
  test('is where the conventions say', () => {
    const error = new GraphQLError('x', {
      extensions: { code: 'CONFLICT', type: 'NOT_FOUND', deep: { code: 'FORBIDDEN' } },
    });
    expect(classify([error], { code: 'extensions.type' }).status).toBe(404);
    expect(classify([error], { code: 'extensions.deep.code' }).status).toBe(403);
    expect(classify([error], { code: 'extensions.code.length' }).status).toBe(500);
    expect(classify([error], { code: 'extensions.none.code' }).status).toBe(500);
    expect(classify([error], { code: 'message', codes: { x: 418 } }).status).toBe(418);
  });
  test('of the JSON of an error can be beside its extensions, which it may lack', () => {
    const error = { message: 'It is taken.', code: 'CONFLICT' };
    const conventions = { ...DEFAULT_CONVENTIONS.errors, code: 'code' };
    expect(classifyErrors([error], 1, conventions)).toMatchObject({
      status: 409,
      message: 'It is taken.',
      problems: [],
    });
  });
  test('of an error that was raised here is its own, wherever those of an upstream are', () => {
    const originalError = new ServiceError('UNAVAILABLE', 'The upstream is gone.');
    const raised = new GraphQLError('gone', { originalError });
    expect(classify([raised], { code: 'type' })).toMatchObject({ status: 503, message: 'The upstream is gone.' });
    expect(classify([new GraphQLError('x', { originalError: new Error('y') })], { code: 'type' }).status).toBe(500);
  });
  test('that the error has itself goes before that of its cause', () => {
    const originalError = new ServiceError('UNAVAILABLE', 'inner');
    const error = new GraphQLError('outer', { originalError, extensions: { code: 'CONFLICT' } });
    expect(classify([error])).toMatchObject({ code: 'CONFLICT', message: 'outer' });
  });
});

describe('NOT_FOUND', () => {
  test.each<[string[] | undefined, number, number]>([
    [['book'], 1, 404],
    [undefined, 1, 404],
    [undefined, 0, 404],
    [['book', 'author'], 1, 500],
    [['book', 'author'], 2, 404],
    [['book', 'author'], Infinity, 404],
  ])('at %j, the body being at depth %i, is %i', (path, depth, status) => {
    const error = new GraphQLError('x', { ...(path && { path }), extensions: { code: 'NOT_FOUND' } });
    expect(classifyErrors([error], depth, DEFAULT_CONVENTIONS.errors).status).toBe(status);
  });
  test('is that of the status, whatever its code', () => {
    expect(classify([withCode('GONE', ['book', 'author'])], { codes: { GONE: 404 } }).status).toBe(500);
    expect(classify([withCode('CONFLICT', ['book', 'author'])]).status).toBe(409);
  });
});

describe('of several errors', () => {
  test('401, 403, 5xx and 404 go before the rest, in that order', () => {
    const errors = ['CONFLICT', 'NOT_FOUND', 'TIMEOUT', 'FORBIDDEN', 'UNAUTHENTICATED'].map((code) => withCode(code));
    const codes = errors.map((_, index) => classify(errors.slice(0, index + 1)).code);
    expect(codes).toEqual(['CONFLICT', 'NOT_FOUND', 'TIMEOUT', 'FORBIDDEN', 'UNAUTHENTICATED']);
    expect(classify(errors.toReversed()).code).toBe('UNAUTHENTICATED');
  });
  test.each([
    [['CONFLICT', 'SOMETHING_ELSE'], 500, INTERNAL],
    [['SOMETHING_ELSE', 'FORBIDDEN'], 403, 'message of FORBIDDEN'],
    [['TIMEOUT', 'UNAVAILABLE'], 504, 'message of TIMEOUT'],
    [['CONFLICT', 'RATE_LIMITED'], 409, 'message of CONFLICT'],
  ])('%j are %i', (codes, status, message) => {
    expect(classify(codes.map((code) => withCode(code)))).toMatchObject({ status, message });
  });
  test('an unknown outcome comes first', () => {
    const unknown = withCode('OUTCOME_UNKNOWN');
    expect(classify([withCode('UNAUTHENTICATED'), unknown])).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      status: 500,
      cause: unknown,
    });
    expect(classify([unknown]).message).toMatch(/^The outcome of the request is unknown/);
  });
  test('those of one status are combined, each message once', () => {
    const error = classify([
      withCode('BAD_USER_INPUT'),
      withCode('BAD_REQUEST'),
      withCode('BAD_USER_INPUT'),
      withCode('CONFLICT'),
    ]);
    expect(error).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'message of BAD_USER_INPUT; message of BAD_REQUEST',
    });
  });
  test('their problems are combined', () => {
    const errors = ['a', 'b'].map(
      (field) =>
        new GraphQLError('x', { extensions: { code: 'CONFLICT', problems: [{ field, message: 'is taken' }] } }),
    );
    expect(classify([...errors, withCode('NOT_FOUND')].slice(0, 2)).problems).toEqual([
      { field: 'a', message: 'is taken' },
      { field: 'b', message: 'is taken' },
    ]);
  });
  test('at most fifty, and 2,000 characters, are combined', () => {
    const many = Array.from(
      { length: 60 },
      (_, index) => new GraphQLError(`<${index}>`, { extensions: { code: 'CONFLICT' } }),
    );
    expect(classify(many).message.split('; ')).toHaveLength(50);
    const long = new GraphQLError('x'.repeat(2001), { extensions: { code: 'CONFLICT' } });
    expect(classify([long]).message).toBe(`${'x'.repeat(1999)}…`);
  });
});

describe('the headers', () => {
  const headersOf = (
    code: 'UNAVAILABLE' | 'UNAUTHENTICATED' | 'CONFLICT',
    headers: Record<string, string>,
    codes = {},
  ) =>
    classify([new GraphQLError('x', { originalError: new ServiceError(code, 'x', { headers }) })], {
      code: 'type',
      codes,
    }).headers;

  test('are those that the status requires', () => {
    expect(classify([withCode('UNAUTHENTICATED')]).headers).toEqual({ 'www-authenticate': 'Bearer' });
    expect(classify([withCode('UNAVAILABLE')]).headers).toEqual({ 'retry-after': '1' });
    expect(classify([withCode('CONFLICT')]).headers).toEqual({});
  });
  test('are those of the error, in lower case, instead of those of its status', () => {
    expect(headersOf('UNAVAILABLE', { 'Retry-After': '30', 'X-A': 'b' })).toEqual({ 'retry-after': '30', 'x-a': 'b' });
    expect(headersOf('UNAUTHENTICATED', { 'WWW-Authenticate': 'Basic' })).toEqual({ 'www-authenticate': 'Basic' });
  });
  test.each([
    [413, ['retry-after']],
    [429, ['retry-after']],
    [503, ['retry-after']],
    [401, ['www-authenticate']],
    [403, ['www-authenticate']],
    [409, []],
  ])('are without those that do not fit the status %i', (status, names) => {
    const headers = headersOf('CONFLICT', { 'retry-after': '30', 'www-authenticate': 'Basic' }, { CONFLICT: status });
    expect(Object.keys(headers)).toEqual(names);
  });
});

describe('readProblems', () => {
  test.each<[string, unknown[], object[]]>([
    ['nothing', [undefined, null, 'x', { message: 'x' }], []],
    ['a problem', [[{ field: 'a', message: 'x', code: 'C' }]], [{ field: 'a', message: 'x', code: 'C' }]],
    [
      'several lists',
      [[{ field: 'a', message: 'x' }], undefined, [{ field: 'b', message: 'y' }]],
      [
        { field: 'a', message: 'x' },
        { field: 'b', message: 'y' },
      ],
    ],
    ['fields and codes that are no texts', [[{ field: ['a'], message: 'x', code: 7 }]], [{ field: '', message: 'x' }]],
    ['unknown properties', [[{ field: 'a', message: 'x', secret: 1 }]], [{ field: 'a', message: 'x' }]],
    [
      'entries without a message',
      [[{ field: 'a' }, null, 'x', 7, { message: 7 }, { message: 'y' }]],
      [{ field: '', message: 'y' }],
    ],
  ])('reads %s', (_, values, problems) => {
    expect(readProblems(values)).toEqual(problems);
  });

  test('reads no more than an error has', () => {
    let read = 0;
    const entry = {
      get message() {
        read++;
        return 'x';
      },
    };
    expect(readProblems([Array(60).fill(entry), Array(60).fill(entry)])).toHaveLength(50);
    expect(read).toBe(51);
  });
});
