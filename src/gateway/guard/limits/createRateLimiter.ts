// The limits of callers as requests meet them: policies, quotas, and the headers that say what is left.
import type { RateLimit } from '../../base/settings/settingFormats.ts';
import { ServiceError } from '../../base/errors/ServiceError.ts';

/** Creates a rate limiter that counts in a store. `limit` is that of what has none of its own; absent: none. */
export function createRateLimiter({ limit, store }: { limit?: RateLimit | undefined; store: QuotaStore }): RateLimiter {
  return {
    ...(limit && { defaultPolicy: { name: 'default', ...limit } }),
    consume(request, render) {
      const quota = store.take(request);
      return quota instanceof Promise
        ? quota.then((taken) => judge(request.policy, taken, render))
        : judge(request.policy, quota, render);
    },
  };
}

/** The headers of a response; throws RATE_LIMITED where the quota did not suffice. */
function judge(policy: QuotaPolicy, quota: Quota, render: RenderQuota = renderQuota): RateLimitHeaders {
  const seconds = Math.max(1, Math.ceil(quota.resetMs / 1000));
  const headers = render(policy, quota, seconds);
  if (quota.suffices) return headers;
  const limit = `${policy.requests} in ${count(policy.windowSeconds)}`;
  const message = `Too many requests: the limit is ${limit}; try again in ${count(seconds)}.`;
  throw new ServiceError('RATE_LIMITED', message, { headers: { ...headers, 'retry-after': String(seconds) } });
}

/** As a Structured Field: the name of a policy is a GraphQL name, which needs no escapes. See RFC 9651, section 4.1.6. */
export function renderPolicy({ name, requests, windowSeconds }: QuotaPolicy): string {
  return `"${name}";q=${requests};w=${windowSeconds}`;
}

function renderQuota(policy: QuotaPolicy, { remaining }: Quota, seconds: number): RateLimitHeaders {
  return { 'ratelimit-policy': renderPolicy(policy), ratelimit: `"${policy.name}";r=${remaining};t=${seconds}` };
}

function count(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** A rate limit with the name that clients see. See draft-ietf-httpapi-ratelimit-headers-10, section 2. */
interface QuotaPolicy extends RateLimit {
  name: string;
}

/** A request against the quota of its caller. */
interface LimitedRequest {
  /** Whose quota it is; see `callerKey`. */
  caller: string;
  policy: QuotaPolicy;
  /** How many requests it counts as, at most the quota; absent: 1. */
  units?: number;
}

/** The headers `ratelimit-policy` and `ratelimit` of a response, or what the second is split into. */
export type RateLimitHeaders = Readonly<Record<string, string>>;

/**
 * Renders a policy, what is left of its quota, and the seconds until that is whole again. There is no `pk`: a caller has one partition of a
 * policy, and its name would disclose how callers are distinguished.
 */
export type RenderQuota = (policy: QuotaPolicy, quota: Quota, seconds: number) => RateLimitHeaders;

/** Counts the requests of callers in windows of time. */
export interface RateLimiter {
  /** The policy of what has none of its own; absent: that has no limit. */
  defaultPolicy?: QuotaPolicy;
  /**
   * Takes a request from the quota; returns the headers of its response, a promise only where the store has to be waited for. Throws
   * RATE_LIMITED, or rejects with it, with these headers and `retry-after`, where the quota does not suffice; such a request takes
   * nothing, so that a costly one does not lock out the cheap ones after it. `render` is for headers other than these.
   */
  consume(request: LimitedRequest, render?: RenderQuota): RateLimitHeaders | Promise<RateLimitHeaders>;
}

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
  take(request: LimitedRequest): Quota | Promise<Quota>;
}

/** The key of a counter. Policies of one name and size, as the versions of an endpoint have them, count together. */
export function quotaKey({ policy: { name, requests, windowSeconds }, caller }: LimitedRequest): string {
  return `${name}:${requests}/${windowSeconds}:${caller}`;
}

// The store of one process.

/** The bound of all counters of a store: about 100,000 callers. */
const MAX_MIB = 32;

/** Heap that a counter takes beside its key, as measured where the map has just grown. */
const COUNTER_BYTES = 200;

/** A key that is not Latin-1 takes two bytes for each character. */
const CHARACTER_BYTES = 2;

/** Part of the bound that stays taken where counters are dropped, so that a map with many gaps is not searched for each new one. */
const KEPT_PART = 7 / 8;

const WARNING_INTERVAL_MS = 60_000;

interface MemoryStoreOptions {
  /** Called, at most once a minute, where counters are dropped before their windows end. */
  warn: (message: string) => void;
  maxMib?: number;
}

/**
 * Creates a store in the memory of this process. At its bound it drops the counters that were not used for the longest time: their callers
 * begin anew.
 */
export function createMemoryStore({ warn, maxMib = MAX_MIB }: MemoryStoreOptions): QuotaStore {
  const maxBytes = maxMib * 1024 * 1024;
  /** In the order of their last use. Times are those of `performance.now`: the clock of the machine may be set back. */
  const counters = new Map<string, { taken: number; endsAt: number }>();
  let bytes = 0;
  let warnedAt = -Infinity;

  function remove(key: string): void {
    if (counters.delete(key)) bytes -= sizeOf(key);
  }

  function makeRoom(now: number): void {
    for (const [key, { endsAt }] of counters) {
      if (bytes <= KEPT_PART * maxBytes) return;
      if (endsAt > now && now - warnedAt >= WARNING_INTERVAL_MS) {
        warnedAt = now;
        warn(
          `the rate limits of ${counters.size} callers take ${maxMib} MiB: those that were idle for the longest time begin anew`,
        );
      }
      remove(key);
    }
  }

  return {
    take(request) {
      const { requests, windowSeconds } = request.policy;
      const key = quotaKey(request);
      const now = Math.trunc(performance.now());
      const last = counters.get(key);
      const { taken, endsAt } = last && last.endsAt > now ? last : { taken: 0, endsAt: now + 1000 * windowSeconds };
      const total = taken + (request.units ?? 1);
      const resetMs = endsAt - now;
      if (total > requests) return { suffices: false, remaining: requests - taken, resetMs };
      remove(key);
      counters.set(key, { taken: total, endsAt });
      bytes += sizeOf(key);
      if (bytes > maxBytes) makeRoom(now);
      return { suffices: true, remaining: requests - total, resetMs };
    },
  };
}

function sizeOf(key: string): number {
  return COUNTER_BYTES + CHARACTER_BYTES * key.length;
}
