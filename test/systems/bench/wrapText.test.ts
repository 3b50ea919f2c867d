import { expect, test } from 'vitest';
import { wrapText } from '../../../bench/src/chart/wrapText.ts';

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['one two three', 20, ['one two three']],
  ['unbreakable a', 4, ['unbreakable', 'a']],
  ['', 4, ['']],
])('%j in lines of %d', (text, length, lines) => {
  expect(wrapText(text, length)).toEqual(lines);
});
