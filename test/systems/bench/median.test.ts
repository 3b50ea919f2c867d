import { expect, test } from 'vitest';
import { median } from '../../../bench/src/median.ts';

test.each([
  [[7], 7],
  [[30, 4, 11], 11],
  [[1, 2, 30, 4], 3],
])('the median of %o is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('refuses an empty list', () => {
  expect(() => median([])).toThrow(/no values/);
});
