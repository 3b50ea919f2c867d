import type { AbortSignalLike } from '../protocol/signals.ts';

/** The work of one request that waits for admission. */
export interface Work {
  /** In the units of `compileCost`: about the fields of the response. */
  cost: number;
  /** Whose share of the capacity it takes: callers take turns. */
  caller: string;
  /** Milliseconds since the epoch; work whose deadline has passed does not start. */
  deadline: number;
  /** Aborted when the client disconnects; then the work does not start. */
  signal: AbortSignalLike;
  /** Absent: it only reads. */
  write?: Write | undefined;
}

/** What work writes. */
export interface Write {
  /** The root fields of its mutation. */
  fields: readonly string[];
  /** Whether it is a transaction, which shares no statement with others. */
  isTransaction: boolean;
}

/** What a request costs besides the fields of its response: routing, credentials, headers, the log. */
export const REQUEST_COST = 20;

/** Gives back the capacity of work that has ended; further calls do nothing. */
export type Release = () => void;

/** Bounds the work in progress. */
export interface Admission {
  /**
   * Takes capacity for work, after at most a bounded wait. Rejects with UNAVAILABLE and `Retry-After` where too much work waits
   * already, with TIMEOUT after the deadline, and with the reason of the signal; then the work must not start.
   */
  acquire(work: Work): Promise<Release>;
  /** Whether `acquire` would refuse work of this cost at once, so that what leads to it can be spared. */
  refuses(work: Pick<Work, 'cost' | 'caller' | 'write'>): boolean;
  /** Runs work as soon as it has its capacity, and gives that back when it settles. Rejects as `acquire` does, before anything ran. */
  run<Value>(work: Work, run: () => Promise<Value>): Promise<Value>;
}
