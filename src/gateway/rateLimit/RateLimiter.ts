/** One request against the limit of its caller. */
export interface LimitedRequest {
  /** The subject, the client or the address; see `callerKey`. */
  caller: string;
  /** The name of the policy; absent: the default one. */
  policy?: string;
  /** How much of the quota it takes; absent: 1. */
  cost?: number;
}

/** Counts the requests of callers in windows of time. */
export interface RateLimiter {
  /**
   * Takes a request from the quota; returns the headers `ratelimit` and `ratelimit-policy` of its response. Rejects with
   * RATE_LIMITED, with these headers and `retry-after`, where the quota does not suffice. See
   * draft-ietf-httpapi-ratelimit-headers-10.
   */
  consume(request: LimitedRequest): Promise<Readonly<Record<string, string>>>;
}
