import { expect, test, vi } from 'vitest';
import { memoizeText } from '../../../src/gateway/http/memoizeText.ts';

function memoized() {
  const compute = vi.fn<(text: string | undefined) => { text: string | undefined }>((text) => ({ text }));
  return { compute, read: memoizeText(compute) };
}

test('computes each text once, and the absence of one as well', () => {
  const { compute, read } = memoized();
  for (const text of ['a', undefined, 'b', 'a', undefined]) expect(read(text)).toEqual({ text });
  expect(compute.mock.calls).toEqual([['a'], [undefined], ['b']]);
});

test('does not remember a text that is too long', () => {
  const { compute, read } = memoized();
  for (const length of [200, 200, 201, 201]) read('a'.repeat(length));
  expect(compute).toHaveBeenCalledTimes(3);
});

test('remembers no more than a hundred texts', () => {
  const { compute, read } = memoized();
  for (let index = 0; index < 100; index++) read(String(index));
  read('0');
  expect(compute).toHaveBeenCalledTimes(100);
  read('100');
  read('0');
  expect(compute).toHaveBeenCalledTimes(102);
});
