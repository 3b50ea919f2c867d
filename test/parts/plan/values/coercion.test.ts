import { describe, expect, test } from 'vitest';
import { isDeeperThan } from '../../../../src/gateway/http/losslessJson.ts';
import { InputPath, MAX_DEPTH } from '../../../../src/gateway/plan/values/coercion.ts';

describe('InputPath', () => {
  test.each([
    ['a parameter', InputPath.of('ids'), 'ids', 1],
    ['an item of a parameter', InputPath.of('ids').below(3), 'ids.3', 2],
    ['the body', InputPath.body, 'body', 0],
    ['a property of the body', InputPath.body.below('a'), 'a', 1],
    ['an item of the body', InputPath.body.below(0), '0', 1],
    ['a property further down', InputPath.body.below('a').below(0).below('b'), 'a.0.b', 3],
    ['a step without a key', InputPath.of('a').below(), 'a.', 2],
  ])('%s has its path and its depth', (_, path, text, depth) => {
    expect([String(path), path.depth]).toEqual([text, depth]);
  });

  test('a key can be set for the next value beside it', () => {
    const item = InputPath.body.below('a').below();
    const inner = item.below('b');
    for (const index of [0, 1]) {
      item.key = index;
      expect(String(inner)).toBe(`a.${index}.b`);
    }
  });

  test.each([
    ['a parameter', InputPath.of('ids'), { parameter: 'ids' }],
    ['an item of a parameter', InputPath.of('ids').below(3), { parameter: 'ids' }],
    ['an item of a header', InputPath.header('X-Ids').below(0), { header: 'X-Ids' }],
    ['the body', InputPath.body, { pointer: '' }],
    ['a property further down', InputPath.body.below('a/b').below(0).below('~'), { pointer: '/a~1b/0/~0' }],
  ])('%s has its source', (_, path, source) => {
    expect(path.source).toEqual(source);
  });
});

/** A value in so many arrays, or objects. */
const inArrays = (levels: number, value: unknown = 1): unknown =>
  levels === 0 ? value : [inArrays(levels - 1, value)];
const inObjects = (levels: number): unknown => (levels === 0 ? 1 : { a: 0, b: inObjects(levels - 1) });

describe('maxDepth', () => {
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
    expect(isDeeperThan(value, MAX_DEPTH)).toBe(expected);
  });
});
