import type { Caller } from '../access/Caller.ts';

/** What is known of a request whatever its path: what was asked, the id it is answered and logged under, whether its client is still there, and how long it has. */
export interface Exchange {
  method: string;
  /** As it came, with its query. */
  target: string;
  requestId: string;
  signal: AbortSignal;
  /** Milliseconds since the epoch after which it is given up, counted from its arrival: waiting for its turn is in it. */
  deadline: number;
  /** Set as soon as the credentials are verified; the log names its subject. */
  caller?: Caller;
}
