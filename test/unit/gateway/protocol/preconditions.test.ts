// Conditional requests, RFC 9110 sections 13.1 and 13.2.
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../../src/gateway/errors/ServiceError.ts';
import { type CurrentState, checkPreconditions, evaluateRead } from '../../../../src/gateway/protocol/preconditions.ts';

const failed = (reason: string) =>
  expect.objectContaining({ code: 'PRECONDITION_FAILED', message: `${reason}; nothing was changed.` });
const NO_MATCH = 'If-Match does not match the current entity tag';
const EXISTS = 'If-None-Match: the resource already exists';
const MATCH = 'If-None-Match matches the current entity tag';
const notFound = new ServiceError('NOT_FOUND', 'gone');
const exists: CurrentState = { tags: ['"1"', '"2"'] };
const isMissing: CurrentState = { missing: notFound };
const hasNoGet: CurrentState = { missing: undefined };

describe('a write', () => {
  test.each<[IncomingHttpHeaders, CurrentState]>([
    [{ 'if-match': '"2"' }, exists],
    [{ 'if-match': '*' }, exists],
    [{ 'if-match': '*' }, { tags: [] }],
    [{ 'if-none-match': '"3"' }, exists],
    [{ 'if-none-match': '*' }, isMissing],
    [{ 'if-none-match': '"1"' }, isMissing],
    [{ 'if-none-match': '*' }, hasNoGet],
    [{ 'if-match': '"1"', 'if-none-match': '"3"' }, exists],
  ])('with %j of %j happens', async (headers, current) => {
    await expect(checkPreconditions(headers, async () => current)).resolves.toBeUndefined();
  });
  test.each<[IncomingHttpHeaders, CurrentState, unknown]>([
    [{ 'if-match': '"3"' }, exists, failed(NO_MATCH)],
    [{ 'if-match': '"1"' }, { tags: [] }, failed(NO_MATCH)],
    [{ 'if-match': '*' }, isMissing, notFound],
    [{ 'if-match': '*', 'if-none-match': '*' }, isMissing, notFound],
    [{ 'if-match': '*' }, hasNoGet, failed(NO_MATCH)],
    [{ 'if-none-match': '*' }, exists, failed(EXISTS)],
    [{ 'if-none-match': ' * ' }, { tags: [] }, failed(EXISTS)],
    [{ 'if-none-match': 'W/"2"' }, exists, failed(MATCH)],
    [{ 'if-match': '"3"', 'if-none-match': '*' }, exists, failed(NO_MATCH)],
    [{ 'if-match': '"1"', 'if-none-match': '"1"' }, exists, failed(MATCH)],
  ])('with %j of %j does not', async (headers, current, error) => {
    await expect(checkPreconditions(headers, async () => current)).rejects.toEqual(error);
  });
  test('without preconditions reads nothing', async () => {
    const read = () => Promise.reject(new Error('read'));
    await expect(checkPreconditions({ 'if-modified-since': 'x' }, read)).resolves.toBeUndefined();
  });
});

describe('a read', () => {
  const headers = {
    etag: '"1"',
    vary: 'Accept',
    'content-type': 'application/json',
    'content-length': '2',
    'content-encoding': 'gzip',
  };
  const reply = { status: 200, headers, body: '{}' };
  test.each([
    {},
    { 'if-none-match': '"2"' },
    { 'if-match': '"1"' },
    { 'if-match': '*' },
    { 'if-modified-since': 'Sat, 29 Oct 1994 19:43:31 GMT' },
  ])('with %j is the whole representation', (conditions) => {
    expect(evaluateRead(conditions, reply)).toBe(reply);
  });
  test.each([{ 'if-none-match': '"1"' }, { 'if-none-match': '*' }, { 'if-match': '"1"', 'if-none-match': 'W/"1"' }])(
    'with %j is 304 without the headers of a body',
    (conditions) => {
      const expected = { status: 304, headers: { etag: '"1"', vary: 'Accept' }, body: null };
      expect(evaluateRead(conditions, reply)).toEqual(expected);
    },
  );
  test.each([{ 'if-match': '"2"' }, { 'if-match': '"2"', 'if-none-match': '"1"' }])('with %j fails', (conditions) => {
    expect(() => evaluateRead(conditions, reply)).toThrow(failed(NO_MATCH));
  });
  test('without a tag ignores conditions', () => {
    const untagged = { status: 200, headers: {}, body: '{}' };
    expect(evaluateRead({ 'if-match': '"2"', 'if-none-match': '*' }, untagged)).toBe(untagged);
  });
});
