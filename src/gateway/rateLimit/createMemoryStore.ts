import { LRUCache } from 'lru-cache';
import { type QuotaStore, quotaKey } from './QuotaStore.ts';

/** The most counters, of about 250 bytes each. */
const MAX_COUNTERS = 50_000;

/** What one caller has taken of a quota. */
interface Counter {
  taken: number;
  /** In milliseconds of `performance.now`, which no change of the clock moves. */
  endsAt: number;
}

/**
 * Creates a store in the memory of this process. Above the maximum it drops the counters that were not used for the longest
 * time: their callers begin anew.
 */
export function createMemoryStore(maxCounters = MAX_COUNTERS): QuotaStore {
  const counters = new LRUCache<string, Counter>({ max: maxCounters });
  return {
    async take(request) {
      const { requests, windowSeconds } = request.policy;
      const { units = 1 } = request;
      const key = quotaKey(request);
      const now = performance.now();
      let counter = counters.get(key);
      if (counter === undefined || counter.endsAt <= now) {
        counter = { taken: 0, endsAt: now + 1000 * windowSeconds };
        counters.set(key, counter);
      }
      const suffices = counter.taken + units <= requests;
      if (suffices) counter.taken += units;
      return { suffices, remaining: requests - counter.taken, resetMs: counter.endsAt - now };
    },
  };
}
