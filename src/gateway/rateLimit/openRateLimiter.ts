import type { Settings } from '../config/Settings.ts';
import type { Logger } from '../telemetry/createLogger.ts';
import { connectRedis } from './connectRedis.ts';
import { createMemoryStore } from './createMemoryStore.ts';
import { createRateLimiter } from './createRateLimiter.ts';
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
  { rateLimit, rateLimitRedisUrl, apiName }: Pick<Settings, 'rateLimit' | 'rateLimitRedisUrl' | 'apiName'>,
  log: Logger,
): Promise<OpenRateLimiter> {
  if (rateLimit === 'off') return { close: () => {} };
  const memory = createMemoryStore();
  if (rateLimitRedisUrl === undefined) {
    return { rateLimiter: createRateLimiter({ limit: rateLimit, store: memory }), close: () => {} };
  }
  const outage = createOutageLog(log);
  const { createRedisStore } = await import('./createRedisStore.ts');
  const client = await connectRedis(rateLimitRedisUrl, outage);
  const store = withFallback(createRedisStore(client, `${apiName}:rate`), { fallback: memory, ...outage });
  return { rateLimiter: createRateLimiter({ limit: rateLimit, store }), close: () => client.disconnect() };
}

/** Logs when an outage begins and when it ends, however often it is noticed. */
function createOutageLog(log: Logger) {
  let isOut = false;
  return {
    onFailure(err: unknown): void {
      if (!isOut)
        log.warn({ err }, 'Redis is not available; this process counts the requests of callers in its memory');
      isOut = true;
    },
    onRecovery(): void {
      if (isOut) log.info('Redis is available; it counts the requests of callers');
      isOut = false;
    },
  };
}
