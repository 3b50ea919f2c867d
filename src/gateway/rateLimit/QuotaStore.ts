import type { LimitedRequest } from './RateLimiter.ts';

/** A quota after a request. */
export interface Quota {
  /** Whether it sufficed; otherwise nothing was taken. */
  suffices: boolean;
  remaining: number;
  /** Time until the window ends. */
  resetMs: number;
}

/** Counts what callers have taken of their quotas, in windows that begin with the first request of each. */
export interface QuotaStore {
  take(request: LimitedRequest): Promise<Quota>;
}

/** The key of a counter. Policies of one name and size, as the versions of an endpoint have them, count together. */
export function quotaKey({ policy: { name, requests, windowSeconds }, caller }: LimitedRequest): string {
  return `${name}:${requests}/${windowSeconds}:${caller}`;
}
