import { expect, test } from 'vitest';
import { isObject } from '../../../../../src/gateway/execution/remote/isObject.ts';

test.each<[unknown, boolean]>([
  [{}, true],
  [[], false],
  [null, false],
  ['a', false],
  [undefined, false],
])('%j is an object: %s', (value, expected) => {
  expect(isObject(value)).toBe(expected);
});
