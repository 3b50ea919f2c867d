import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryStore } from '../../../../src/gateway/guard/limits/createRateLimiter.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const policy = { name: 'default', requests: 10, windowSeconds: 60 };

test('a window begins with the first request, and ends with a whole quota', async () => {
  const store = createMemoryStore({ warn: () => {} });
  const take = () => store.take({ caller: 'a', policy });
  expect(await take()).toEqual({ suffices: true, remaining: 9, resetMs: 60_000 });
  vi.advanceTimersByTime(59_000);
  expect(await take()).toEqual({ suffices: true, remaining: 8, resetMs: 1_000 });
  vi.advanceTimersByTime(1_000);
  expect(await take()).toEqual({ suffices: true, remaining: 9, resetMs: 60_000 });
});

test('what the quota does not suffice for takes nothing of it, and does not prolong the window', async () => {
  const store = createMemoryStore({ warn: () => {} });
  const take = (units: number) => store.take({ caller: 'a', policy, units });
  expect(await take(7)).toMatchObject({ suffices: true, remaining: 3 });
  vi.advanceTimersByTime(20_000);
  expect(await take(4)).toEqual({ suffices: false, remaining: 3, resetMs: 40_000 });
  expect(await take(1000)).toMatchObject({ suffices: false, remaining: 3 });
  expect(await take(3)).toEqual({ suffices: true, remaining: 0, resetMs: 40_000 });
  expect(await take(1)).toEqual({ suffices: false, remaining: 0, resetMs: 40_000 });
});

test('requests at the same time take exactly the quota', async () => {
  const store = createMemoryStore({ warn: () => {} });
  const taken = await Promise.all(Array.from({ length: 25 }, () => store.take({ caller: 'a', policy })));
  expect(taken.filter(({ suffices }) => suffices)).toHaveLength(10);
});

test('a clock that is set back does not prolong a window', async () => {
  const store = createMemoryStore({ warn: () => {} });
  await store.take({ caller: 'a', policy });
  vi.setSystemTime(0);
  vi.advanceTimersByTime(20_000);
  expect(await store.take({ caller: 'a', policy })).toEqual({ suffices: true, remaining: 8, resetMs: 40_000 });
});

test('what the quota does not suffice for does not refuse others at the same time', async () => {
  const store = createMemoryStore({ warn: () => {} });
  const taken = await Promise.all([11, 3, 8, 7].map((units) => store.take({ caller: 'a', policy, units })));
  expect(taken.map(({ suffices, remaining }) => [suffices, remaining])).toEqual([
    [false, 10],
    [true, 7],
    [false, 7],
    [true, 0],
  ]);
});

test('callers and policies are counted apart; a policy of the same name and size is the same', async () => {
  const store = createMemoryStore({ warn: () => {} });
  const remaining = async (caller: string, changes: object = {}) =>
    (await store.take({ caller, policy: { ...policy, ...changes } })).remaining;
  expect(await remaining('a')).toBe(9);
  expect(await remaining('b')).toBe(9);
  expect(await remaining('a', { name: 'search' })).toBe(9);
  expect(await remaining('a', { requests: 5 })).toBe(4);
  expect(await remaining('a', { windowSeconds: 61 })).toBe(9);
  expect(await remaining('a')).toBe(8);
});

describe('at the bound of its memory', () => {
  /** Enough for a few thousand callers. */
  const maxMib = 1;

  function createFullStore() {
    const warnings: string[] = [];
    const store = createMemoryStore({ maxMib, warn: (message) => void warnings.push(message) });
    const remaining = async (caller: string, windowSeconds = 60) =>
      (await store.take({ caller, policy: { ...policy, windowSeconds } })).remaining;
    const serve = async (prefix: string, callers: number, windowSeconds?: number) => {
      for (let i = 0; i < callers; i++) await remaining(`${prefix}${i}`, windowSeconds);
    };
    return { warnings, remaining, serve };
  }

  test('the callers that were idle for the longest time begin anew, and a warning says so once a minute', async () => {
    const { warnings, remaining, serve } = createFullStore();
    await remaining('idle');
    await serve('first', 1_000);
    await remaining('busy');
    await serve('second', 3_500);
    expect(await remaining('idle')).toBe(9);
    expect(await remaining('busy')).toBe(8);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^the rate limits of [34]\d{3} callers take 1 MiB: those that were idle for the longest time begin anew$/,
      ),
    ]);
    await serve('third', 5_000);
    expect(await remaining('busy')).toBe(9);
    expect(warnings).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    await serve('fourth', 8_000);
    expect(warnings).toHaveLength(2);
  });

  test('counters whose windows have ended are dropped without a warning', async () => {
    const { warnings, serve } = createFullStore();
    for (let i = 0; i < 5; i++) {
      await serve(`${i}: `, 3_000, 1);
      vi.advanceTimersByTime(1_000);
    }
    expect(warnings).toEqual([]);
  });

  test('long names of callers take more of it', async () => {
    const { remaining, serve } = createFullStore();
    await remaining('idle');
    await serve('x'.repeat(500), 1_000);
    expect(await remaining('idle')).toBe(9);
  });

  test('a caller takes as much of it as one counter, and no timer', async () => {
    const { remaining, serve } = createFullStore();
    await remaining('idle');
    for (let i = 0; i < 10_000; i++) await remaining('busy');
    await serve('one', 1_000);
    expect(await remaining('idle')).toBe(8);
    expect(vi.getTimerCount()).toBe(0);
  });
});
