import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../guard/access/Caller.ts';
import type { DeprecationPlan } from '../../plan/DeprecationPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { Peer } from '../../http/clientOrigin.ts';
import type { AbortSignalLike } from '../../http/signals.ts';
import type { Span } from '../../base/telemetry/Telemetry.ts';
import type { TraceContext } from '../../base/telemetry/traceContext.ts';

/** Of a body, whether it is used or discarded, or of the names and texts of a form with files: 1 MiB. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** A request as the engine sees it: plain data, and a body that is read on demand. */
export interface RestRequest {
  method: string;
  /** The request target as received: path and query, percent-encoded, with the base path. */
  target: string;
  /** The values of parameters of the path and the query that are no texts, by their names. Absent: all of them are texts. */
  values?: ReadonlyMap<string, unknown>;
  headers: IncomingHttpHeaders;
  requestId: string;
  /** The trace of the request. Absent: there is none. */
  trace?: TraceContext | undefined;
  /** Absent: nothing is measured. */
  span?: Span | undefined;
  /** Absent: unknown. */
  peer?: Peer;
  /** The host's own request object, passed on to the execution. */
  origin?: unknown;
  /** Whom its credentials belong to, null for nobody, where they were verified already. Absent: they are verified. */
  caller?: Caller | null;
  /** Aborted when the client disconnects. */
  signal: AbortSignalLike;
  /** Milliseconds since the epoch at which the request times out; absent: `REQUEST_TIMEOUT_MS` after its execution begins. */
  deadline?: number;
  /** Reads the whole body; rejects with a ServiceError CONTENT_TOO_LARGE beyond `limit` bytes. */
  readBody(limit: number): Promise<Uint8Array>;
  /** The bytes of the body as they arrive, instead of `readBody`; the rest is left unread where the iteration ends early. Absent without a body. */
  streamBody?(): AsyncIterable<Uint8Array>;
  /** Reads and discards a body; rejects with BAD_REQUEST if it is incomplete. Absent without a body. */
  drainBody?(): Promise<void>;
  /** Called with the endpoint of the request and its version, as soon as they are found. */
  onRouted?(endpoint: EndpointPlan, version: number): void;
  /** Called with the caller, null for an anonymous one, as soon as the credentials are verified. */
  onAuthenticated?(caller: Caller | null): void;
  /** Called with the deprecated parts of the endpoint that a valid request uses, if it uses any. */
  onDeprecated?(used: readonly DeprecationPlan[]): void;
}
