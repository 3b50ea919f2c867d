// What counts while Redis does not: how a server starts and goes on without it is in `test/systems/redis`.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Quota,
  type QuotaStore,
  createRateLimiter,
} from '../../../../src/gateway/guard/limits/createRateLimiter.ts';
import { withFallback } from '../../../../src/gateway/guard/limits/openRateLimiter.ts';

const request = { caller: 'a', policy: { name: 'default', requests: 10, windowSeconds: 60 } };
const quotaOf = (remaining: number): Quota => ({ suffices: true, remaining, resetMs: 60_000 });

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));

afterEach(() => vi.useRealTimers());

test('another store counts while the first one fails, which is asked once a second', async () => {
  const error = new Error('no connection');
  let isDown = false;
  const events: unknown[] = [];
  const store: QuotaStore = {
    take: async () => {
      events.push('asked');
      if (isDown) throw error;
      return quotaOf(1);
    },
  };
  const reports = {
    reportFailure: (thrown: unknown) => void events.push(thrown),
    reportRecovery: () => void events.push('recovered'),
  };
  const { take } = withFallback(store, { take: async () => quotaOf(2) }, reports);
  const remainingAnd = async () => [(await take(request)).remaining, events.splice(0)];

  expect(await remainingAnd()).toEqual([1, ['asked']]);
  isDown = true;
  expect(await remainingAnd()).toEqual([2, ['asked', error]]);
  expect(await remainingAnd()).toEqual([2, []]);
  vi.advanceTimersByTime(1_000);
  // Of requests at the same time only one waits for the store.
  expect((await Promise.all([take(request), take(request), take(request)])).map(({ remaining }) => remaining)).toEqual([
    2, 2, 2,
  ]);
  expect(events.splice(0)).toEqual(['asked', error]);
  isDown = false;
  expect(await remainingAnd()).toEqual([2, []]);
  vi.advanceTimersByTime(1_000);
  expect(await remainingAnd()).toEqual([1, ['asked', 'recovered']]);
  expect(await remainingAnd()).toEqual([1, ['asked']]);
});

test('a store that does not respond has failed after half a second', async () => {
  const failures: unknown[] = [];
  const silent: QuotaStore = { take: () => new Promise(() => {}) };
  const reports = { reportFailure: (error: unknown) => void failures.push(error), reportRecovery: () => {} };
  const { take } = withFallback(silent, { take: async () => quotaOf(2) }, reports);
  const taken = take(request);
  await vi.advanceTimersByTimeAsync(499);
  expect(failures).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(await taken).toEqual(quotaOf(2));
  expect(failures).toEqual([new Error('There was no response within 500 ms.')]);
  expect(await take(request)).toEqual(quotaOf(2));
  expect(vi.getTimerCount()).toBe(0);
});

test('a window that has just ended in Redis is one to wait a second for', async () => {
  const { consume } = createRateLimiter({
    store: { take: async () => ({ ...quotaOf(0), suffices: false, resetMs: 0 }) },
  });
  await expect(consume(request)).rejects.toMatchObject({
    message: 'Too many requests: the limit is 10 in 60 seconds; try again in 1 second.',
    headers: { 'retry-after': '1', ratelimit: '"default";r=0;t=1' },
  });
});
