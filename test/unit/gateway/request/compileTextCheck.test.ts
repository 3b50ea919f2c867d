import { describe, expect, test } from 'vitest';
import type { Bounds } from '../../../../src/gateway/plan/bounds.ts';
import type { Constraints } from '../../../../src/gateway/plan/Constraints.ts';
import { checkItems, compileTextCheck } from '../../../../src/gateway/request/compileTextCheck.ts';

/** Not blank, and without U+0000. */
const NAME = String.raw`\s*[^\s\x00][^\x00]*`;

test.each<[Partial<Bounds>, string, string | undefined]>([
  [{}, '', undefined],
  [{ minLength: 1 }, '', 'must not be empty'],
  [{ minLength: 1 }, 'a', undefined],
  [{ minLength: 2 }, 'a', 'must have at least 2 characters'],
  [{ minLength: 2 }, 'ab', undefined],
  [{ minLength: 2 }, '😀', 'must have at least 2 characters'],
  [{ minLength: 2 }, '😀😀', undefined],
  [{ minLength: 3 }, '😀a', 'must have at least 3 characters'],
  [{ minLength: 3 }, '😀ab', undefined],
  [{ minLength: 3 }, 'abc', undefined],
  [{ maxLength: 0 }, '', undefined],
  [{ maxLength: 0 }, 'a', 'must have at most 0 characters'],
  [{ maxLength: 2 }, 'ab', undefined],
  [{ maxLength: 2 }, 'abc', 'must have at most 2 characters'],
  [{ maxLength: 2 }, '😀😀', undefined],
  [{ maxLength: 2 }, '😀😀a', 'must have at most 2 characters'],
  [{ maxLength: 3 }, '👩‍🚀', undefined],
  [{ patterns: ['[a-z]+'] }, 'abc', undefined],
  [{ patterns: ['[a-z]+'] }, 'abc1', 'must match [a-z]+'],
  [{ patterns: ['[a-z]+'] }, '1abc', 'must match [a-z]+'],
  [{ patterns: ['a|b'] }, 'ab', 'must match a|b'],
  [{ patterns: ['.'] }, '😀', undefined],
  [{ patterns: ['a.', '.b'] }, 'ab', undefined],
  [{ patterns: ['a.', '.b'] }, 'ac', 'must match .b'],
  [{ patterns: ['a.', '.b'] }, 'cc', 'must match a.'],
  [{ minLength: 2, patterns: ['b'] }, 'a', 'must have at least 2 characters'],
  [{ maxLength: 1, patterns: ['b'] }, 'aa', 'must have at most 1 characters'],
])('%j says of %j: %s', (bounds, text, problem) => {
  expect(compileTextCheck({ patterns: [], ...bounds })(text)?.message).toBe(problem);
});

describe('a text that misses its pattern', () => {
  test.each([
    ['a', NAME, undefined],
    ['', NAME, 'must not be empty'],
    [' \n', NAME, 'must not be blank'],
    ['a\0', NAME, 'must not contain U+0000'],
    ['\0a\0', NAME, 'must not contain U+0000'],
    [' \0', NAME, `must match ${NAME}`],
    ['', 'y', 'must match y'],
    [' ', 'x', 'must match x'],
    ['a', 'ax', 'must match ax'],
    ['a\0', 'b', 'must match b'],
  ])('%j of %s: %s', (text, pattern, problem) => {
    expect(compileTextCheck({ patterns: [pattern] })(text)?.message).toBe(problem);
  });
});

describe('the number of items', () => {
  test.each<[number, Constraints, string | undefined]>([
    [0, {}, undefined],
    [0, { minItems: 1 }, 'must not be empty'],
    [1, { minItems: 1 }, undefined],
    [1, { minItems: 2 }, 'must have at least 2 items'],
    [2, { minItems: 2 }, undefined],
    [2, { maxItems: 2 }, undefined],
    [3, { maxItems: 2 }, 'must have at most 2 items'],
    [1, { maxItems: 0 }, 'must have at most 0 items'],
    [9, { max: 1, maxLength: 1 }, undefined],
  ])('%i under %j: %s', (count, constraints, problem) => {
    expect(checkItems(count, constraints)?.message).toBe(problem);
  });
});
