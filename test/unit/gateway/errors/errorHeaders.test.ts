import { describe, expect, test } from 'vitest';
import { headersForStatus, parseRetryAfter, requiredHeaders } from '../../../../src/gateway/base/errors/errorHeaders.ts';

const wait = { 'retry-after': '9' };
const challenge = { 'www-authenticate': 'Bearer realm="a"' };

describe('statusHeaders', () => {
  test.each([
    [400, {}],
    [401, { 'www-authenticate': 'Bearer' }],
    [403, {}],
    [429, { 'retry-after': '1' }],
    [500, {}],
    [503, { 'retry-after': '1' }],
  ])('%i requires %j', (status, expected) => {
    expect(requiredHeaders(status)).toEqual(expected);
  });

  test.each([
    [400, {}],
    [401, challenge],
    [403, challenge],
    [404, {}],
    [413, wait],
    [429, wait],
    [500, {}],
    [502, {}],
    [503, wait],
    [504, {}],
  ])('%i keeps %j of Retry-After and WWW-Authenticate', (status, expected) => {
    expect(headersForStatus({ ...wait, ...challenge, allow: 'GET' }, status)).toEqual({ allow: 'GET', ...expected });
  });

  test('adds nothing that is absent', () => {
    expect([401, 503].map((status) => headersForStatus({}, status))).toStrictEqual([{}, {}]);
  });
});

const NOW = Date.UTC(1994, 10, 6, 8, 49, 30, 500);

describe('parseRetryAfter', () => {
  test.each([
    ['0', 0],
    ['120', 120],
    ['999999999', 999_999_999],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 7],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 7],
    ['Sun, 06 Nov 1994 08:49:00 GMT', 0],
  ])('%j is %i seconds', (value, seconds) => {
    expect(parseRetryAfter(value, NOW)).toBe(seconds);
  });

  test('the date of asctime has no time zone', () => {
    expect(parseRetryAfter('Sun Nov  6 08:49:37 1994', NOW)).toEqual(expect.any(Number));
  });

  test.each(['', 'soon', '-1', '1.5', '1e3', '1234567890', '120, 120', '2026-11-22', 'Sun, 99 Foo 1994 08:49:37 GMT'])(
    '%j is no value',
    (value) => {
      expect(parseRetryAfter(value, NOW)).toBeUndefined();
    },
  );
});
