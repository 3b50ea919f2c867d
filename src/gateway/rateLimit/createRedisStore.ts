import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type QuotaStore, quotaKey } from './QuotaStore.ts';

/**
 * Takes what the quota suffices for, and otherwise nothing: KEYS[1] is the counter; ARGV are the units, the seconds of the
 * window and the quota. The result is what would be taken in total, and the milliseconds until the window ends.
 */
const TAKE = `
local taken = tonumber(redis.call('get', KEYS[1]) or '0') + tonumber(ARGV[1])
if taken <= tonumber(ARGV[3]) then
  redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
  redis.call('incrby', KEYS[1], ARGV[1])
end
local left = redis.call('pttl', KEYS[1])
if left == -1 then
  redis.call('expire', KEYS[1], ARGV[2])
end
if left < 0 then
  left = 1000 * ARGV[2]
end
return {taken, left}
`;

/** Creates a store that all processes share which have the same Redis and prefix of keys. Rejects while Redis does not respond. */
export function createRedisStore(client: Redis, keyPrefix: string): QuotaStore {
  const limiters = new Map<string, RateLimiterRedis>();
  return {
    async take(request) {
      const { requests, windowSeconds } = request.policy;
      const { units = 1 } = request;
      const size = `${requests}/${windowSeconds}`;
      let limiter = limiters.get(size);
      if (!limiter) {
        limiter = new RateLimiterRedis({
          storeClient: client,
          points: requests,
          duration: windowSeconds,
          keyPrefix,
          rejectIfRedisNotReady: true,
          customIncrTtlLuaScript: TAKE,
        });
        limiters.set(size, limiter);
      }
      const taken = await limiter.consume(quotaKey(request), units).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused;
        throw refused;
      });
      const suffices = taken.consumedPoints <= requests;
      const used = suffices ? taken.consumedPoints : taken.consumedPoints - units;
      return { suffices, remaining: requests - used, resetMs: taken.msBeforeNext };
    },
  };
}
