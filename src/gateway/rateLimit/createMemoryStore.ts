import { LRUCache } from 'lru-cache';
import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Quota, type QuotaStore, quotaKey } from './QuotaStore.ts';
import type { LimitedRequest } from './RateLimiter.ts';

/** The most counters, of about 750 bytes each. */
const MAX_COUNTERS = 50_000;

/**
 * Creates a store in the memory of this process. Above the maximum it drops the counters that were not used for the longest
 * time: their callers begin anew.
 */
export function createMemoryStore(maxCounters = MAX_COUNTERS): QuotaStore {
  /** Loaded at the first request: most APIs have no limits. */
  let library: Promise<typeof import('rate-limiter-flexible')> | undefined;
  const limiters = new Map<string, RateLimiterMemory>();
  const counters = new LRUCache<string, RateLimiterMemory>({
    max: maxCounters,
    dispose: (limiter, key) => void limiter.delete(key),
  });
  let last: Promise<unknown> = Promise.resolve();

  async function consume(request: LimitedRequest): Promise<Quota> {
    const { RateLimiterMemory } = await (library ??= import('rate-limiter-flexible'));
    const { requests, windowSeconds } = request.policy;
    const { units = 1 } = request;
    const size = `${requests}/${windowSeconds}`;
    let limiter = limiters.get(size);
    if (!limiter) {
      limiter = new RateLimiterMemory({ points: requests, duration: windowSeconds, keyPrefix: '' });
      limiters.set(size, limiter);
    }
    const key = quotaKey(request);
    counters.set(key, limiter);
    const taken = await limiter.consume(key, units).catch((refused: RateLimiterRes) => refused);
    const suffices = taken.consumedPoints <= requests;
    const { remainingPoints: remaining, msBeforeNext: resetMs } = suffices ? taken : await limiter.reward(key, units);
    return { suffices, remaining, resetMs };
  }

  return {
    take(request) {
      // One after another: what is refused has been taken until it is given back.
      const taken = last.then(() => consume(request));
      last = taken.catch(() => {});
      return taken;
    },
  };
}
