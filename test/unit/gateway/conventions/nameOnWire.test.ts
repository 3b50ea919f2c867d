import { expect, test } from 'vitest';
import { nameOnWire } from '../../../../src/gateway/conventions/nameOnWire.ts';

test.each([
  ['createdAt', 'created_at'],
  ['htmlURL', 'html_url'],
  ['HTMLPage', 'html_page'],
  ['page2Size', 'page2_size'],
  ['already_snake', 'already_snake'],
  ['__typename', '__typename'],
  ['ID', 'id'],
])('%s is %s in snake case', (name, wire) => {
  expect(nameOnWire(name, { case: 'snake_case' })).toBe(wire);
  expect(nameOnWire(name, { case: 'schema' })).toBe(name);
});
