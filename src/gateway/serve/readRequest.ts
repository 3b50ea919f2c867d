// What is read of a request of node:http: plain data for the engine, its id, and who sends it.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Caller } from '../guard/access/Caller.ts';
import type { DeprecationPlan } from '../plan/DeprecationPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import type { Peer } from '../http/clientOrigin.ts';
import type { AbortSignalLike } from '../http/signals.ts';
import type { RestRequest } from '../handle/read/RestRequest.ts';
import type { Span } from '../base/telemetry/Telemetry.ts';
import type { TraceContext } from '../base/telemetry/traceContext.ts';
import { drainBody, hasBody, readBody, streamBody } from './readBody.ts';

/** Node's request as plain data, with its body unread. Endpoint and caller are set on the exchange. */
export function toRestRequest(request: IncomingMessage, exchange: Exchange): RestRequest {
  const { headers } = request;
  const { method, target, requestId, signal, deadline, span, trace } = exchange;
  return {
    method,
    target,
    headers,
    requestId,
    trace,
    span,
    peer: readPeer(request),
    signal,
    deadline,
    readBody: (limit) => readBody(request, limit),
    onRouted: (endpoint, version) => {
      exchange.endpoint = endpoint;
      exchange.version = version;
    },
    onAuthenticated: (caller) => {
      exchange.caller = caller;
    },
    onDeprecated: (used) => {
      exchange.deprecations = used;
    },
    ...(hasBody(request) && { streamBody: () => streamBody(request), drainBody: () => drainBody(request) }),
  };
}

/** A request independently of its path, with the id of its response and its log lines. */
export interface Exchange {
  method: string;
  /** As received, with the query. */
  target: string;
  /** Without the query and a trailing slash. */
  path: string;
  requestId: string;
  /** The trace of the request, which its log lines and errors name. Absent: there is none. */
  trace?: TraceContext | undefined;
  /** Absent: nothing is measured. */
  span?: Span | undefined;
  /** Aborted when the client disconnects. */
  signal: AbortSignalLike;
  /** Milliseconds since the epoch after which the request times out, counted from its arrival, the wait in the queue included. */
  deadline: number;
  /** Set as soon as the credentials are verified; null for an anonymous one. The log names its subject. */
  caller?: Caller | null;
  /** Both are absent as long as no endpoint was found. */
  endpoint?: EndpointPlan;
  version?: number;
  /** The deprecated parts of the endpoint that the request uses; absent for none. */
  deprecations?: readonly DeprecationPlan[];
}

/** Safe in a log line. */
export const REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;

const GENERATED = Symbol('generated request id');

/** A request that keeps the id that it was given: a WeakMap would take longer than generating it. */
type IdentifiedRequest = IncomingMessage & { [GENERATED]?: string };

const ID_HEADERS = ['x-request-id'];

/** The id in one of these headers, if it is valid, else a UUID, which is the same for each call with one request. */
export function readRequestId(request: IdentifiedRequest, names: readonly string[] = ID_HEADERS): string {
  return findRequestId(request.headers, names) ?? (request[GENERATED] ??= randomUUID());
}

/** The valid id in one of these headers. */
export function findRequestId(headers: IncomingHttpHeaders, names: readonly string[] = ID_HEADERS): string | undefined {
  for (const name of names) {
    const header = headers[name];
    if (typeof header === 'string' && REQUEST_ID.test(header)) return header;
  }
  return undefined;
}

export function readPeer({ socket }: IncomingMessage): Peer {
  return { address: socket.remoteAddress, encrypted: 'encrypted' in socket && socket.encrypted === true };
}
