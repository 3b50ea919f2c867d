import { expect, test } from 'vitest';
import { collect } from '../../../../src/gateway/cli/collect.ts';

test('appends a value to the previous ones, without changing them', () => {
  const previous = Object.freeze(['a']);
  expect([collect('a'), collect('b', previous)]).toEqual([['a'], ['a', 'b']]);
});
