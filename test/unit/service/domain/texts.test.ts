import { expect, test } from 'vitest';
import { escapePattern, validateSearch } from '../../../../src/service/domain/texts.ts';

test.each(['abc', '%_\\', '   ', '日本語', '😀😀😀', 'a'.repeat(100), '😀'.repeat(100)])('accepts %j', (text) => {
  expect(validateSearch(text)).toBeUndefined();
});

test.each([
  ['', 'must have at least 3 characters'],
  ['ab', 'must have at least 3 characters'],
  ['😀😀', 'must have at least 3 characters'],
  ['a'.repeat(101), 'must have at most 100 characters'],
  ['😀'.repeat(101), 'must have at most 100 characters'],
  ['abc\0', 'must not contain U+0000 or a lone surrogate'],
  ['abc\ud800', 'must not contain U+0000 or a lone surrogate'],
])('refuses %j', (text, message) => {
  expect(validateSearch(text)).toBe(message);
});

test.each([
  ['ada', 'ada'],
  ['100%', '100\\%'],
  ['a_b', 'a\\_b'],
  ['a\\b', 'a\\\\b'],
])('the pattern for %j is %j', (text, pattern) => {
  expect(escapePattern(text)).toBe(pattern);
});
