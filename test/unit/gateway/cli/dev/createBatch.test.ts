import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatch } from '../../../../../src/gateway/cli/dev/createBatch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const passed: [string, number][][] = [];
  const batch = createBatch<number>(
    (size) => (size > 2 ? 100 : 10),
    (values) => passed.push([...values]),
  );
  return { batch, passed };
}

test('passes on what was added when it has been quiet', () => {
  const { batch, passed } = open();
  batch.add('a', 1);
  vi.advanceTimersByTime(9);
  batch.add('a', 2);
  batch.add('b', 3);
  vi.advanceTimersByTime(9);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  batch.add('c', 4);
  vi.advanceTimersByTime(10);
  expect(passed).toEqual([
    [
      ['a', 2],
      ['b', 3],
    ],
    [['c', 4]],
  ]);
});

test('waits longer for many', () => {
  const { batch, passed } = open();
  for (const key of ['a', 'b', 'c']) batch.add(key, 1);
  vi.advanceTimersByTime(99);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toHaveLength(1);
});

test('waits no longer than two seconds', () => {
  const { batch, passed } = open();
  for (let time = 0; time <= 4000; time += 5) {
    batch.add('a', time);
    vi.advanceTimersByTime(5);
  }
  expect(passed).toEqual([[['a', 1995]], [['a', 3995]]]);
});

test('passes nothing on after it is cleared', () => {
  const { batch, passed } = open();
  batch.add('a', 1);
  batch.clear();
  vi.advanceTimersByTime(100);
  expect(passed).toEqual([]);
});
