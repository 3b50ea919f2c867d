import { expect, test } from 'vitest';
import { oneOf, text, wholeNumber } from '../../../../src/gateway/config/variables.ts';

const letter = text({ pattern: /^[a-z]$/, message: 'must be a letter' });

test.each([
  [wholeNumber(1, 10), '1', 1],
  [wholeNumber(1, 10), '10', 10],
  [oneOf('on', 'off'), 'off', 'off'],
  [letter, 'a', 'a'],
] as const)('a valid value becomes %#', (variable, value, expected) => {
  expect(variable.parse(value)).toBe(expected);
});

test.each([
  [wholeNumber(1, 10), '0', 'must be a whole number from 1 to 10, not "0"'],
  [wholeNumber(1, 10), '11', 'must be a whole number from 1 to 10, not "11"'],
  [wholeNumber(1, 10), '1.0', 'must be a whole number from 1 to 10, not "1.0"'],
  [wholeNumber(1, 10), ' 1', 'must be a whole number from 1 to 10, not " 1"'],
  [oneOf('on', 'off'), 'On', 'must be on or off, not "On"'],
  [oneOf('a', 'b', 'c'), 'd', 'must be a, b or c, not "d"'],
  [letter, 'ab', 'must be a letter, not "ab"'],
] as const)('%# refuses "%s"', (variable, value, message) => {
  expect(variable.safeParse(value).error?.issues).toEqual([expect.objectContaining({ message })]);
});
