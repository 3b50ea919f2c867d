import { expect, test } from 'vitest';
import { headersForStatus, requiredHeaders } from '../../../../src/gateway/protocol/statusHeaders.ts';

test.each([
  [400, {}],
  [401, { 'www-authenticate': 'Bearer' }],
  [403, {}],
  [429, {}],
  [500, {}],
  [503, { 'retry-after': '1' }],
])('%i requires %j', (status, expected) => {
  expect(requiredHeaders(status)).toEqual(expected);
});

const wait = { 'retry-after': '9' };
const challenge = { 'www-authenticate': 'Bearer realm="a"' };
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
