import { Kind, type NameNode } from 'graphql';
import { expect, test, vi } from 'vitest';
import { memoizeByNode } from '../../../src/gateway/server.ts';

const node = (value: string): NameNode => ({ kind: Kind.NAME, value });

test('computes once for each node, and again for another node or something else that is given', () => {
  const compute = vi.fn<(named: NameNode, ...given: readonly string[]) => string>((named, ...given) =>
    [named.value, ...given].join(' '),
  );
  const memoized = memoizeByNode(compute);
  const a = node('a');
  const calls: [NameNode, ...string[]][] = [
    [a, 'x'],
    [a, 'x'],
    [node('a'), 'x'],
    [a, 'y'],
    [a, 'y', 'z'],
    [a, 'y'],
    [a],
  ];
  expect(calls.map((each) => memoized(...each))).toEqual(['a x', 'a x', 'a x', 'a y', 'a y z', 'a y', 'a']);
  expect(compute).toHaveBeenCalledTimes(6);
});

test('keeps undefined as well', () => {
  const compute = vi.fn<(named: NameNode) => undefined>(() => undefined);
  const memoized = memoizeByNode(compute);
  const a = node('a');
  expect([memoized(a), memoized(a)]).toEqual([undefined, undefined]);
  expect(compute).toHaveBeenCalledTimes(1);
});
