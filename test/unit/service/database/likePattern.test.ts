import { expect, test } from 'vitest';
import { likePattern } from '../../../../src/service/database/likePattern.ts';

test.each([
  ['ada', '%ada%'],
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['a\\b', '%a\\\\b%'],
])('the pattern for %j is %j', (text, pattern) => {
  expect(likePattern(text)).toBe(pattern);
});
