import type { Caller } from '../access/Caller.ts';
import type { AbortSignalLike } from '../protocol/AbortSignalLike.ts';

/** A request independently of its path, with the id of its response and its log lines. */
export interface Exchange {
  method: string;
  /** As received, with the query. */
  target: string;
  /** Without the query and a trailing slash. */
  path: string;
  requestId: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignalLike;
  /** Milliseconds since the epoch after which the request times out, counted from its arrival, the wait in the queue included. */
  deadline: number;
  /** Set as soon as the credentials are verified; null for an anonymous one. The log names its subject. */
  caller?: Caller | null;
}
