import type { IncomingHttpHeaders } from 'node:http';
import type { DocumentNode, ExecutionResult } from 'graphql';
import type { Caller } from '../access/Caller.ts';

/** What one execution of a compiled operation is given. */
export interface ExecutionRequest {
  variables: Readonly<Record<string, unknown>>;
  caller: Caller;
  requestId: string;
  /** Of the request as they came, for an upstream to which some of them are sent on. */
  headers: IncomingHttpHeaders;
  /** As in the request. */
  origin?: unknown;
  /** Aborted at the deadline; for a query, when the client has gone as well. */
  signal: AbortSignal;
  /** Milliseconds since the epoch after which nobody waits for the result. */
  deadline: number;
}

/** Runs one compiled operation. A failure of the operation is in `errors` of the result; it rejects only if it cannot run. */
export type Execute = (request: ExecutionRequest) => Promise<ExecutionResult>;

/** Compiles a document of exactly one operation and its fragments, once, at start. */
export type Prepare = (document: DocumentNode) => Execute;
