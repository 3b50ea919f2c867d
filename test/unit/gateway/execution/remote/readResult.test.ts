import { describe, expect, test } from 'vitest';
import { type UpstreamResponse, readResult } from '../../../../../src/gateway/execution/remote/readResult.ts';

const response = (text: unknown, changes: Partial<UpstreamResponse> = {}): UpstreamResponse => ({
  status: 200,
  headers: {},
  text: typeof text === 'string' ? text : JSON.stringify(text),
  isWrite: false,
  variableLocations: new Set(['1:8']),
  ...changes,
});

describe('a result', () => {
  test.each<[object, object]>([
    [{ data: { a: 1 } }, { data: { a: 1 } }],
    [{ data: { a: 1 }, errors: [] }, { data: { a: 1 } }],
    [{ data: { a: 1 }, errors: null }, { data: { a: 1 } }],
  ])('%j is %j', (body, expected) => {
    expect(readResult(response(body))).toEqual(expected);
  });
  test('with errors has codes', () => {
    const { data, errors } = readResult(
      response({ data: { a: null }, errors: [{ message: 'gone', path: ['a'], extensions: { code: 'NOT_FOUND' } }] }),
    );
    expect(data).toEqual({ a: null });
    expect(errors).toMatchObject([{ message: 'gone', path: ['a'], extensions: { code: 'NOT_FOUND' } }]);
  });
  test('without data has none', () => {
    expect(readResult(response({ errors: [{ message: 'x', extensions: { code: 'CONFLICT' } }] })).data).toBeNull();
  });
});

describe('a response that is no result', () => {
  test.each<[unknown]>([
    ['<html>'],
    ['null'],
    ['[]'],
    [{}],
    [{ data: null }],
    [{ errors: [] }],
    [{ data: {}, errors: 'x' }],
  ])('%j is what its status says', (body) => {
    expect(() => readResult(response(body))).toThrow(expect.objectContaining({ code: 'BAD_GATEWAY' }));
    expect(() => readResult(response(body, { status: 502 }))).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
    expect(() => readResult(response(body, { status: 429 }))).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED' }),
    );
    expect(() => readResult(response(body, { status: 404 }))).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
  });
  test.each([
    [200, 'OUTCOME_UNKNOWN'],
    [502, 'OUTCOME_UNKNOWN'],
    [503, 'UNAVAILABLE'],
    [401, 'UNAUTHENTICATED'],
  ])('to a mutation with %i is %s', (status, code) => {
    expect(() => readResult(response('', { status, isWrite: true }))).toThrow(expect.objectContaining({ code }));
  });
  test('has its status as the cause', () => {
    const cause = { message: 'The upstream responded with status 418.' };
    expect(() => readResult(response('', { status: 418 }))).toThrow(
      expect.objectContaining({ cause: expect.objectContaining(cause) }),
    );
  });
});
