import type { AbortSignalLike } from '../protocol/AbortSignalLike.ts';
import type { Caller } from '../access/Caller.ts';

/** The context value of resolvers that run in this process. */
export interface RequestContext {
  /** Null for an anonymous one. */
  caller: Caller | null;
  requestId: string;
  signal: AbortSignalLike;
  /** What `RunOnce` executes the request in; absent for most. */
  transaction?: unknown;
}
