import { expect, test } from 'vitest';
import { truncate, truncateMiddle } from '../../../../src/gateway/errors/truncate.ts';

test.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['a😀c', 4, 'a😀c'],
  ['a😀cd', 4, 'a😀…'],
  ['a😀cd', 3, 'a…'],
  ['abcd', 1, '…'],
])('%j in at most %i is %j', (text, maxLength, expected) => {
  expect(truncate(text, maxLength)).toBe(expected);
});

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdefg', 6, 'ab…efg'],
  ['abcdefghij', 7, 'ab…ghij'],
  ['abcd😀fg', 6, 'ab…fg'],
  ['abcde😀g', 6, 'ab…😀g'],
])('the ends of %j in at most %i are %j', (text, maxLength, expected) => {
  expect(truncateMiddle(text, maxLength)).toBe(expected);
});
