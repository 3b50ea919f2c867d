// Conditional requests, RFC 9110 sections 13.1 and 13.2.
import { describe, expect, test } from 'vitest';
import { evaluateRead } from '../../../../src/gateway/protocol/preconditions.ts';

const failed = (reason: string) =>
  expect.objectContaining({ code: 'PRECONDITION_FAILED', message: `${reason}; nothing was changed.` });
const NO_MATCH = 'If-Match does not match the current entity tag';
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
