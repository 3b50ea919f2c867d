/** The work of one request that waits for admission. */
export interface Work {
  /** In the units of `estimateCost`: about the fields of the response. */
  cost: number;
  /** Whose share of the capacity it takes: callers take turns. */
  caller: string;
  /** Milliseconds since the epoch; work whose deadline has passed does not start. */
  deadline: number;
  /** Aborted when the client disconnects; then the work does not start. */
  signal: AbortSignal;
}

/** Bounds the work in progress. */
export interface Admission {
  /**
   * Runs work when it fits, after at most a bounded wait. Rejects with UNAVAILABLE and `Retry-After`, before anything ran, where
   * the queue is full.
   */
  run<Value>(work: Work, run: () => Promise<Value>): Promise<Value>;
}
