import type { RateLimit } from '../config/RateLimit.ts';

/** A rate limit with the name that clients see. See draft-ietf-httpapi-ratelimit-headers-10, section 2. */
export interface QuotaPolicy extends RateLimit {
  name: string;
}

/** A request against the quota of its caller. */
export interface LimitedRequest {
  /** Whose quota it is; see `callerKey`. */
  caller: string;
  policy: QuotaPolicy;
  /** How many requests it counts as, at most the quota; absent: 1. */
  units?: number;
}

/** The headers `ratelimit` and `ratelimit-policy` of a response. */
export type RateLimitHeaders = Readonly<Record<string, string>>;

/** Counts the requests of callers in windows of time. */
export interface RateLimiter {
  /** The policy of what has none of its own; absent: that has no limit. */
  defaultPolicy?: QuotaPolicy;
  /**
   * Takes a request from the quota; returns the headers of its response. Rejects with RATE_LIMITED, with these headers and
   * `retry-after`, where the quota does not suffice; such a request takes nothing.
   */
  consume(request: LimitedRequest): Promise<RateLimitHeaders>;
}
