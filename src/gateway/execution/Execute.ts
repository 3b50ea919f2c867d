// The interface of all that executes operations.
import type { IncomingHttpHeaders } from 'node:http';
import type { DocumentNode, ExecutionResult } from 'graphql';
import type { Caller } from '../access/Caller.ts';
import type { AbortSignalLike } from '../protocol/signals.ts';

/** The document that one request executes, where it differs from the one that was prepared. */
export interface RequestDocument {
  /** Identifies the document among those of one operation. */
  key: string;
  create(): DocumentNode;
}

/** The request of one execution. */
export interface ExecutionRequest {
  variables: Readonly<Record<string, unknown>>;
  /** Absent: the document that was prepared. */
  document?: RequestDocument | undefined;
  /** Null for an anonymous one. */
  caller: Caller | null;
  /** Whose share of what is bounded it takes, such as connections to an upstream; absent: that of all that have none. */
  callerKey?: string | undefined;
  requestId: string;
  /** Request headers as received; some are forwarded to an upstream. */
  headers: IncomingHttpHeaders;
  /** The host's own request object. */
  origin?: unknown;
  /** Aborted at the deadline; for a query, also when the client disconnects. */
  signal: AbortSignalLike;
  /** Milliseconds since the epoch after which the request times out. */
  deadline: number;
  /** See `RequestContext`. */
  transaction?: unknown;
  /** Whether the data of a result with errors is used. */
  usesPartialData?: boolean | undefined;
  /** Whether a write depends on the result, so that it has to be read for this request alone. */
  precedesWrite?: boolean | undefined;
}

/** Executes one prepared operation. GraphQL errors are in the result; it rejects only if nothing can be executed. */
export type Execute = (request: ExecutionRequest) => Promise<ExecutionResult>;

/** Prepares a document of exactly one operation and its fragments, once. */
export type Prepare = (document: DocumentNode) => Execute;

/** The context value of resolvers that run in this process. */
export interface RequestContext {
  /** Null for an anonymous one. */
  caller: Caller | null;
  requestId: string;
  signal: AbortSignalLike;
  /** What `RunOnce` executes the request in; absent for most. */
  transaction?: unknown;
}
