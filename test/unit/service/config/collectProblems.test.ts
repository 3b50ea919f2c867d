import { expect, test } from 'vitest';
import { SettingsError } from '../../../../src/gateway/config/SettingsError.ts';
import { collectProblems } from '../../../../src/service/config/collectProblems.ts';

test('returns what the reader returns', () => {
  const problems: string[] = [];
  expect(collectProblems(problems, () => 4)).toBe(4);
  expect(problems).toEqual([]);
});

test('adds the problems of a SettingsError, and returns undefined', () => {
  const problems = ['A is invalid.'];
  const read = () => {
    throw new SettingsError(['B is invalid.', 'C is invalid.']);
  };
  expect(collectProblems(problems, read)).toBeUndefined();
  expect(problems).toEqual(['A is invalid.', 'B is invalid.', 'C is invalid.']);
});

test('rethrows any other error', () => {
  const read = () => {
    throw new TypeError('x is not a function');
  };
  expect(() => collectProblems([], read)).toThrow('x is not a function');
});
