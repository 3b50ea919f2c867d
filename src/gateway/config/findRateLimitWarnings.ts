import type { Settings } from './Settings.ts';

/** One sentence if limits are counted apart in several processes. */
export function findRateLimitWarnings(
  { rateLimit, rateLimitRedisUrl }: Pick<Settings, 'rateLimit' | 'rateLimitRedisUrl'>,
  workers: number,
): string[] {
  if (workers === 1 || rateLimit === undefined || rateLimit === 'off' || rateLimitRedisUrl !== undefined) return [];
  return [
    `RATE_LIMIT is counted by each of the ${workers} workers by itself: a caller has up to ${workers} times the limit. Set RATE_LIMIT_REDIS_URL to count together.`,
  ];
}
