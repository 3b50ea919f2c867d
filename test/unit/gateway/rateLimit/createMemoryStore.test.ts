import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryStore } from '../../../../src/gateway/rateLimit/createMemoryStore.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const policy = { name: 'default', requests: 10, windowSeconds: 60 };

test('a window begins with the first request, and ends with a whole quota', async () => {
  const store = createMemoryStore();
  const take = () => store.take({ caller: 'a', policy });
  expect(await take()).toEqual({ suffices: true, remaining: 9, resetMs: 60_000 });
  vi.advanceTimersByTime(59_000);
  expect(await take()).toEqual({ suffices: true, remaining: 8, resetMs: 1_000 });
  vi.advanceTimersByTime(1_000);
  expect(await take()).toEqual({ suffices: true, remaining: 9, resetMs: 60_000 });
});

test('what the quota does not suffice for takes nothing of it, and does not prolong the window', async () => {
  const store = createMemoryStore();
  const take = (units: number) => store.take({ caller: 'a', policy, units });
  expect(await take(7)).toMatchObject({ suffices: true, remaining: 3 });
  vi.advanceTimersByTime(20_000);
  expect(await take(4)).toEqual({ suffices: false, remaining: 3, resetMs: 40_000 });
  expect(await take(1000)).toMatchObject({ suffices: false, remaining: 3 });
  expect(await take(3)).toEqual({ suffices: true, remaining: 0, resetMs: 40_000 });
  expect(await take(1)).toEqual({ suffices: false, remaining: 0, resetMs: 40_000 });
});

test('requests at the same time take exactly the quota', async () => {
  const store = createMemoryStore();
  const taken = await Promise.all(Array.from({ length: 25 }, () => store.take({ caller: 'a', policy })));
  expect(taken.filter(({ suffices }) => suffices)).toHaveLength(10);
});

test('what the quota does not suffice for does not refuse others at the same time', async () => {
  const store = createMemoryStore();
  const taken = await Promise.all([11, 3, 8, 7].map((units) => store.take({ caller: 'a', policy, units })));
  expect(taken.map(({ suffices, remaining }) => [suffices, remaining])).toEqual([
    [false, 10],
    [true, 7],
    [false, 7],
    [true, 0],
  ]);
});

test('callers and policies are counted apart; a policy of the same name and size is the same', async () => {
  const store = createMemoryStore();
  const remaining = async (caller: string, changes: object = {}) =>
    (await store.take({ caller, policy: { ...policy, ...changes } })).remaining;
  expect(await remaining('a')).toBe(9);
  expect(await remaining('b')).toBe(9);
  expect(await remaining('a', { name: 'search' })).toBe(9);
  expect(await remaining('a', { requests: 5 })).toBe(4);
  expect(await remaining('a', { windowSeconds: 61 })).toBe(9);
  expect(await remaining('a')).toBe(8);
});

test('drops the counters that were not used for the longest time, and has no timers', async () => {
  const store = createMemoryStore(3);
  const remaining = async (caller: string) => (await store.take({ caller, policy })).remaining;
  for (const caller of ['a', 'b', 'c', 'a', 'd']) await remaining(caller);
  expect(vi.getTimerCount()).toBe(0);
  expect(await remaining('a')).toBe(7);
  expect(await remaining('b')).toBe(9);
});
