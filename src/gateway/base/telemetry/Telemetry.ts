// What the process measures of requests, batches, statements and upstream requests. Nothing here is of OpenTelemetry: what implements it is
// loaded only where something is exported, and everything that has a Telemetry or a Span has none otherwise.
import type { IncomingHttpHeaders } from 'node:http';
import type { TraceContext } from './traceContext.ts';
import type { UsageTable } from './usage.ts';

/** The measurements of a process. */
export interface Telemetry {
  /** Counts the requests of clients. */
  usage: UsageTable;
  /** Begins the measurement of a request. */
  beginRequest(request: ReceivedRequest): RequestSpan;
  /** Begins a statement, on behalf of a span where it has one. The text has no values. The result ends it. */
  beginStatement(sql: string, parent: Span | undefined): (error?: unknown) => void;
  /** Records the time in milliseconds for which a statement waited for its connection. */
  recordConnectionWait(milliseconds: number): void;
  /** Observes the pool of database connections until the result is called. */
  observeConnections(read: () => ConnectionCounts): () => void;
  /** Observes the slots of upstream requests. */
  observeSlots(read: () => SlotCounts): void;
}

export interface ReceivedRequest {
  method: string;
  scheme: 'http' | 'https';
  headers: IncomingHttpHeaders;
}

/** The connections of a pool, and what waits for one. */
export type ConnectionCounts = Readonly<Record<'idle' | 'used' | 'pending' | 'max', number>>;

/** The requests that an upstream is sent at once, and what waits to be. */
export type SlotCounts = Readonly<Record<'used' | 'pending', number>>;

/** Something in a request that takes time. Where nothing is traced, its parts are measured without a trace. */
export interface Span {
  /** Where it is in its trace; undefined without a trace. */
  readonly trace: TraceContext | undefined;
  /** Whether its end is recorded; otherwise only its parts may be. */
  readonly isRecording: boolean;
  /** Whether it sends its own trace to upstreams, in place of what a client sent. */
  readonly propagates: boolean;
  /** Begins the execution of an operation. */
  beginOperation(type: string, name: string): Span;
  /** Begins a batch of `size` reads for this span and others. */
  beginBatch(name: string, size: number, others: readonly Span[]): Span;
  /** Begins a request to an upstream, for this span and others. */
  beginUpstream(url: URL, others?: readonly Span[]): UpstreamSpan;
  /** Runs what other instrumentation measures as parts of this span. */
  run<Result>(work: () => Result): Result;
  /** Counts what happened to the request. */
  count(event: RequestEvent): void;
  end(error?: unknown): void;
}

/** Refused, because too much work waits or the caller has used its quota; or answered with the response of an earlier request. */
export type RequestEvent = 'overload' | 'rate_limit' | 'replay';

/** A request from its arrival until its response is sent. */
export interface RequestSpan extends Span {
  /** Ends it with its response. */
  finish(outcome: RequestOutcome): void;
}

export interface RequestOutcome {
  /** 0 if the client disconnected before the response. */
  status: number;
  /** The endpoint, or another path with a route; absent where no route was found. */
  endpoint?: MeasuredEndpoint | undefined;
  /** Absent where no endpoint was found. */
  version?: number | undefined;
}

/** An endpoint as metrics name it. Objects are kept: each is one of few. */
export interface MeasuredEndpoint {
  /** The path with its placeholders, such as `/products/{id}`. */
  path: string;
  /** The name of the operation; absent where there is none. */
  name?: string;
}

export interface UpstreamSpan {
  /** The headers, with the trace of this span. */
  inject(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  end(outcome: { status: number } | { error: unknown }): void;
}
