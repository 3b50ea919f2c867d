/** What was measured of one contender in one round. */
export interface Round {
  requestsPerSecond: number;
  /** Of a request, in milliseconds. */
  median: number;
  p99: number;
  /** Answers that were no success, and requests without an answer. */
  errors: number;
}
