import { expect, test } from 'vitest';
import { findHeaderFault } from '../../../../../src/gateway/cli/project/findHeaderFault.ts';

test.each([
  ['Authorization', 'Bearer a'],
  ['x-empty', ''],
  ['X-Tenant', undefined],
])('accepts %s: %s', (name, value) => {
  expect(findHeaderFault(name, value)).toBeUndefined();
});

test.each([
  ['a b', 'c', '"a b" is not a valid header name.'],
  ['Host', 'c', 'host cannot be set; Portico sets it for each upstream request.'],
  ['X-Key', 'secret\n', 'the value of x-key has invalid characters.'],
])('refuses %s: %j, and does not repeat the value', (name, value, message) => {
  expect(findHeaderFault(name, value)).toBe(message);
});
