import type { Settings } from '../config/Settings.ts';
import { openRedis } from '../redis/openRedis.ts';
import type { Logger } from '../telemetry/createLogger.ts';
import { createMemoryStore } from './createMemoryStore.ts';
import { createRateLimiter } from './createRateLimiter.ts';
import { createRedisStore } from './createRedisStore.ts';
import type { RateLimiter } from './RateLimiter.ts';
import { withFallback } from './withFallback.ts';

/** The rate limiter of a server, if it has one. */
export interface OpenRateLimiter {
  rateLimiter?: RateLimiter;
  /** Closes the connection to Redis. */
  close(): void;
}

/** Opens the rate limiter of a server. Where Redis does not respond it starts all the same, and counts in memory meanwhile. */
export async function openRateLimiter(
  { rateLimit: limit, rateLimitRedisUrl: url, apiName }: Pick<Settings, 'rateLimit' | 'rateLimitRedisUrl' | 'apiName'>,
  log: Logger,
): Promise<OpenRateLimiter> {
  if (limit === 'off') return { close: () => {} };
  const memory = createMemoryStore({ warn: (message) => log.warn(`${message}. RATE_LIMIT_REDIS_URL counts in Redis`) });
  if (url === undefined) return { rateLimiter: createRateLimiter({ limit, store: memory }), close: () => {} };
  const redis = await openRedis({ variable: 'RATE_LIMIT_REDIS_URL', url, maxRetriesPerRequest: 0 }, log);
  const store = withFallback(createRedisStore(redis.client, `${apiName}:rate`), {
    fallback: memory,
    onFailure: redis.reportFailure,
    onRecovery: redis.reportRecovery,
  });
  return { rateLimiter: createRateLimiter({ limit, store }), close: redis.close };
}
