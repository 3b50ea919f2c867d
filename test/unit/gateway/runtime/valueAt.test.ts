import { expect, test } from 'vitest';
import { valueAt } from '../../../../src/gateway/runtime/valueAt.ts';

test.each([
  [{ a: { b: 1 } }, ['a', 'b'], 1],
  [{ a: { b: 1 } }, [], { a: { b: 1 } }],
  [{ a: null }, ['a', 'b'], null],
  [{}, ['a', 'b'], undefined],
  [null, ['a'], null],
])('in %j the value at %j is %j', (value, path, found) => {
  expect(valueAt(value, path)).toEqual(found);
});
