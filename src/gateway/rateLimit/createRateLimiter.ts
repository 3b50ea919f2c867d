import type { RateLimit } from '../config/RateLimit.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import type { Quota, QuotaStore } from './QuotaStore.ts';
import type { QuotaPolicy, RateLimiter } from './RateLimiter.ts';

export interface RateLimiterOptions {
  /** The limit of what has none of its own; absent: none. */
  limit?: RateLimit | undefined;
  store: QuotaStore;
}

/** Creates a rate limiter that counts in a store. */
export function createRateLimiter({ limit, store }: RateLimiterOptions): RateLimiter {
  return {
    ...(limit && { defaultPolicy: { name: 'default', ...limit } }),
    async consume(request) {
      const { policy } = request;
      const quota = await store.take(request);
      const seconds = Math.max(1, Math.ceil(quota.resetMs / 1000));
      const headers = renderHeaders(policy, quota, seconds);
      if (quota.suffices) return headers;
      throw new ServiceError('RATE_LIMITED', describeLimit(policy, seconds), {
        headers: { ...headers, 'retry-after': String(seconds) },
      });
    },
  };
}

/** As Structured Fields: the name of a policy is a GraphQL name, which needs no escapes. See RFC 9651, section 4.1.6. */
function renderHeaders({ name, requests, windowSeconds }: QuotaPolicy, { remaining }: Quota, seconds: number) {
  return {
    'ratelimit-policy': `"${name}";q=${requests};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${remaining};t=${seconds}`,
  };
}

function describeLimit({ requests, windowSeconds }: QuotaPolicy, seconds: number): string {
  return `Too many requests: the limit is ${requests} in ${count(windowSeconds)}; try again in ${count(seconds)}.`;
}

function count(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
