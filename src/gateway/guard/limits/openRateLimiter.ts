// The rate limiter of a server, which counts in memory, or in Redis for as long as that responds.
import type { Redis } from 'ioredis';
import type { Settings } from '../../base/settings/Settings.ts';
import { settlesWithin } from '../../base/errors/settlesWithin.ts';
import { type OpenRedis, openRedis } from '../../base/settings/openRedis.ts';
import type { Logger } from '../../base/telemetry/createLogger.ts';
import {
  type QuotaStore,
  type RateLimiter,
  createMemoryStore,
  createRateLimiter,
  quotaKey,
} from './createRateLimiter.ts';

/** Opens the rate limiter of a server, which starts without Redis, too; the keys in Redis begin with the name of the API. */
export async function openRateLimiter(
  { rateLimit: limit, redisUrl: url }: Pick<Settings, 'rateLimit' | 'redisUrl'>,
  apiName: string,
  log: Logger,
): Promise<{ rateLimiter?: RateLimiter; close(): void }> {
  if (limit === 'off') return { close: () => {} };
  const memory = createMemoryStore({ warn: (message) => log.warn(`${message}. REDIS_URL counts in Redis`) });
  if (url === undefined) return { rateLimiter: createRateLimiter({ limit, store: memory }), close: () => {} };
  const redis = await openRedis({ purpose: 'rate limits', url, maxRetriesPerRequest: 0 }, log);
  const store = withFallback(createRedisStore(redis.client, `${apiName}:rate`), memory, redis);
  return { rateLimiter: createRateLimiter({ limit, store }), close: redis.close };
}

/** The longest time that a request waits for the store. */
const TIMEOUT_MS = 500;

/** Time for which a store that failed is not asked again. */
const PAUSE_MS = 1_000;

/**
 * A store in place of which another one counts for as long as it fails or does not respond: clients are served, within limits.
 * Meanwhile at most one request a second waits for it.
 */
export function withFallback(
  store: QuotaStore,
  fallback: QuotaStore,
  { reportFailure, reportRecovery }: Pick<OpenRedis, 'reportFailure' | 'reportRecovery'>,
): QuotaStore {
  /** 0 while it does not fail. */
  let retryAt = 0;
  return {
    async take(request) {
      const now = retryAt > 0 ? Date.now() : 0;
      if (now < retryAt) return fallback.take(request);
      if (retryAt > 0) retryAt = now + PAUSE_MS;
      try {
        const quota = await settlesWithin(TIMEOUT_MS, Promise.resolve(store.take(request)));
        if (retryAt > 0) reportRecovery();
        retryAt = 0;
        return quota;
      } catch (error) {
        reportFailure(error);
        retryAt = Date.now() + PAUSE_MS;
        return fallback.take(request);
      }
    },
  };
}

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
  return {
    async take(request) {
      const { requests, windowSeconds } = request.policy;
      const { units = 1 } = request;
      const key = `${keyPrefix}:${quotaKey(request)}`;
      const result = await client.eval(TAKE, 1, key, units, windowSeconds, requests);
      const [taken, resetMs] = result as [number, number];
      const suffices = taken <= requests;
      return { suffices, remaining: requests - (suffices ? taken : taken - units), resetMs };
    },
  };
}
