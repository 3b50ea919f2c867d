import type { AuthSettings, Settings } from './Settings.ts';

/**
 * One sentence for each allowed but weak setting of authentication. The local key has none: nobody else signs with it.
 * See RFC 8725 sections 3.8 and 3.9.
 */
export function findAuthWarnings({ key, issuer, audience }: AuthSettings): string[] {
  if (key.kind === 'local') return [];
  return [
    ...(issuer === undefined
      ? ['AUTH_ISSUER is not set: tokens of every issuer that shares the key are accepted. See RFC 8725, section 3.8.']
      : []),
    ...(audience === undefined
      ? ['AUTH_AUDIENCE is not set: tokens for other services are accepted as well. See RFC 8725, section 3.9.']
      : []),
  ];
}

/** One sentence if limits are counted apart in several processes. */
export function findRateLimitWarnings(
  { rateLimit, redisUrl }: Pick<Settings, 'rateLimit' | 'redisUrl'>,
  workers: number,
): string[] {
  if (workers === 1 || rateLimit === undefined || rateLimit === 'off' || redisUrl !== undefined) return [];
  return [
    `RATE_LIMIT is counted by each of the ${workers} workers by itself: a caller has up to ${workers} times the limit. Set REDIS_URL to count together.`,
  ];
}
