import { describe, expect, test } from 'vitest';
import { readError } from '../../../../../src/gateway/execution/remote/readError.ts';

type Context = Parameters<typeof readError>[1];
const context = (changes: Partial<Context> = {}): Context => ({
  status: 200,
  headers: {},
  isWrite: false,
  variableLocations: new Set(['1:8']),
  wasExecuted: true,
  ...changes,
});
const read = (raw: unknown, changes: Partial<Context> = {}) => readError(raw, context(changes));
const at = (column: number) => [{ line: 1, column }];

describe('a code of codes.ts', () => {
  test('is kept with everything around it', () => {
    const raw = { message: 'taken', path: ['a', 0], type: 'T', extensions: { code: 'CONFLICT', problems: [1] } };
    const error = read(raw, { headers: { 'retry-after': '9' } });
    expect(error).toMatchObject({ ...raw, originalError: { headers: { 'retry-after': '9' } } });
  });
  test('of a mutation is no doubt, but TIMEOUT is', () => {
    expect(read({ message: 'x', extensions: { code: 'UNAVAILABLE' } }, { isWrite: true }).extensions['code']).toBe(
      'UNAVAILABLE',
    );
    expect(() => read({ message: 'x', extensions: { code: 'TIMEOUT' } }, { isWrite: true })).toThrow('unknown');
    expect(read({ message: 'x', extensions: { code: 'TIMEOUT' } }).extensions['code']).toBe('TIMEOUT');
  });
});

describe('a code of a router', () => {
  test.each([
    ['SUBREQUEST_HTTP_ERROR', 'UNAVAILABLE', 'The upstream service is not available; try again shortly.'],
    ['GATEWAY_TIMEOUT', 'TIMEOUT', 'The request timed out; try again later.'],
    ['REQUEST_TIMEOUT', 'TIMEOUT', 'The request timed out; try again later.'],
  ])('%s is %s, without its message', (code, expected, message) => {
    const error = read({ message: 'host.internal', path: ['a'], extensions: { code } });
    expect(error).toMatchObject({ message, path: ['a'], extensions: { code: expected } });
    expect(error).toMatchObject({ cause: { message: 'host.internal' } });
    expect(() => read({ message: 'x', extensions: { code } }, { isWrite: true, status: 503 })).toThrow('unknown');
  });
});

describe('an error without a known code', () => {
  test.each([
    [200, undefined],
    [401, 'UNAUTHENTICATED'],
    [500, 'UNAVAILABLE'],
    [504, 'TIMEOUT'],
  ])('with the status %i has the code %s', (status, code) => {
    expect(read({ message: 'x' }, { status }).extensions['code']).toBe(code);
    expect(read({ message: 'x', extensions: { code: 'OWN' } }, { status }).extensions['code']).toBe(code ?? 'OWN');
  });
  test.each([
    [500, true],
    [502, true],
    [503, false],
    [504, true],
    [429, false],
  ])('of a mutation with %i leaves a doubt: %s', (status, isUncertain) => {
    const run = () => read({ message: 'x' }, { status, isWrite: true });
    if (isUncertain) expect(run).toThrow(expect.objectContaining({ code: 'OUTCOME_UNKNOWN' }));
    else expect(run).not.toThrow();
  });
});

describe('a request that was not valid', () => {
  test.each<[string, object, Partial<Context>]>([
    ['by a message', { message: 'Variable "$a" got invalid value', locations: at(8) }, { wasExecuted: false }],
    ['by a location', { message: 'no', locations: at(8) }, { wasExecuted: false }],
    ['without a location', { message: 'no' }, { status: 400 }],
    ['by a code', { message: 'Variable "$a" x', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }, {}],
  ])('because of a variable %s is BAD_USER_INPUT', (_, raw, changes) => {
    expect(read(raw, changes).extensions['code']).toBe('BAD_USER_INPUT');
    expect(read(raw, changes).message).toBe((raw as { message: string }).message);
  });
  test.each<[string, object, Partial<Context>]>([
    ['a code', { message: 'no', extensions: { code: 'GRAPHQL_PARSE_FAILED' } }, {}],
    ['a code of Apollo Router', { message: 'no', extensions: { code: 'PARSING_ERROR' } }, { status: 400 }],
  ])('because of the document, by %s, is BAD_GATEWAY', (_, raw, changes) => {
    const error = read(raw, changes);
    expect(error).toMatchObject({ extensions: { code: 'BAD_GATEWAY' }, cause: { message: 'no' } });
    expect(error.message).toBe('The upstream service returned an invalid response; it has been logged.');
  });
  test('because of the document, by a location, is BAD_GATEWAY without a code', () => {
    const error = read({ message: 'no', locations: at(9) }, { wasExecuted: false });
    expect(error).toMatchObject({ message: 'no', originalError: { code: 'BAD_GATEWAY' } });
    expect(error.extensions).toEqual({});
  });
  test('is not one that was executed, or failed', () => {
    expect(read({ message: 'no', locations: at(9) }).originalError).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
    const failed = { wasExecuted: false, status: 500 };
    expect(read({ message: 'no', locations: at(9) }, failed).extensions['code']).toBe('UNAVAILABLE');
  });
});

test.each<[unknown]>([[null], ['text'], [[]], [{}], [{ message: 7, path: 'a', extensions: 'b' }]])(
  '%j is an error without a message',
  (raw) => {
    const { message, path, extensions } = read(raw);
    expect([message, path, extensions]).toEqual(['An error without a message.', undefined, {}]);
  },
);

test('a property of errors is not overwritten', () => {
  expect(read({ message: 'x', name: 'Evil', stack: 'evil', toJSON: 'evil' }).name).toBe('GraphQLError');
});
