import { expect, test } from 'vitest';
import { responsePath } from '../../../../src/gateway/plan/responsePath.ts';

test.each([
  [[], ''],
  [['user'], '/user'],
  [['user', 'author'], '/user/author'],
])('the path of %j is %j', (keys, path) => {
  expect(responsePath(keys)).toBe(path);
});
