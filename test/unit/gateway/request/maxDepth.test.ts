import { expect, test } from 'vitest';
import { MAX_DEPTH, isTooDeep } from '../../../../src/gateway/request/maxDepth.ts';

/** A value in so many arrays, or objects. */
const inArrays = (levels: number, value: unknown = 1): unknown =>
  levels === 0 ? value : [inArrays(levels - 1, value)];
const inObjects = (levels: number): unknown => (levels === 0 ? 1 : { a: 0, b: inObjects(levels - 1) });

test.each<[string, unknown, boolean]>([
  ['a number', 1, false],
  ['null', null, false],
  ['a text', 'abc', false],
  ['100 arrays', inArrays(MAX_DEPTH), false],
  ['100 arrays of null', inArrays(MAX_DEPTH, null), false],
  ['101 arrays', inArrays(MAX_DEPTH + 1), true],
  ['101 arrays, the innermost of which is empty', inArrays(MAX_DEPTH, []), true],
  ['100 objects', inObjects(MAX_DEPTH), false],
  ['101 objects', inObjects(MAX_DEPTH + 1), true],
  ['100 arrays and an object', inArrays(MAX_DEPTH, {}), true],
  ['1000 values side by side', Array.from({ length: 1000 }, () => []), false],
])('measures %s', (_, value, expected) => {
  expect(isTooDeep(value)).toBe(expected);
});
