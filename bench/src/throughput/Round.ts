/** What was measured of one contender in one round. */
export interface Round {
  requestsPerSecond: number;
  /** CPU time per request of all processes of the contender, in microseconds; missing where the system does not tell. */
  cpu?: number;
  /** Of a request, in milliseconds. */
  median: number;
  p99: number;
  /** Responses that were no success, and requests without a response. */
  errors: number;
}
