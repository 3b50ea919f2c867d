import { expect, test } from 'vitest';
import { truncateMiddle } from '../../../src/gateway/server.ts';

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdefg', 6, 'ab…efg'],
  ['abcdefghij', 7, 'ab…ghij'],
  ['abcd😀fg', 6, 'ab…fg'],
  ['abcde😀g', 6, 'ab…😀g'],
  ['a😀bcdefgh', 6, 'a…fgh'],
])('the ends of %j in at most %i are %j', (text, maxLength, expected) => {
  expect(truncateMiddle(text, maxLength)).toBe(expected);
});
