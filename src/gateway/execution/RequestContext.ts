import type { Caller } from '../access/Caller.ts';

/** The context value of resolvers that run in this process. */
export interface RequestContext {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
}
