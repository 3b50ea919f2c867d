// The public types of createPortico: its options and its result.
import type { IncomingMessage } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { ApiInfo } from '../plan/conventions/apiProperties.ts';
import type { SecuritySchemes } from '../plan/conventions/SecurityScheme.ts';
import type { MappedError } from '../base/errors/createErrorMapper.ts';
import type { PorticoUpstream } from '../execute/remote/Upstream.ts';
import type { IdempotencyStore } from '../guard/idempotency/IdempotencyStore.ts';
import type { CorsRules } from './cors.ts';
import type { NodeHandler, WrappedRequest } from './createMiddleware.ts';

/** The authenticated caller of a request. */
export interface PorticoCaller {
  subject: string;
  /** The granted scopes, for the `@requiresScopes` of the schema. */
  scopes: readonly string[];
  /** What else is known of the caller, such as the claims of a token: for resolvers, and the limits of a caller. Default: `{}`. */
  claims?: Readonly<Record<string, unknown>>;
}

/** The credentials of a request, as `authenticate` sees them. */
export interface PorticoCredentials {
  /** Every header of the request, cookies included. */
  headers: Headers;
  /** The `Authorization` header as the client sent it, whatever its scheme. */
  authorization: string | undefined;
  /** The request of the host's server. */
  request: HostRequest;
}

/** A request of node:http or Fastify for `handler`, of the Fetch standard for `fetch`. */
export type HostRequest = IncomingMessage | WrappedRequest | Request;

/** A response that was made, as `onResponse` sees it. */
export interface PorticoResponse {
  /** The name of the GraphQL operation; undefined where no endpoint was found. */
  operation: string | undefined;
  /** Method and path without the base path and the version, such as `GET /notes/{id}`; undefined where no endpoint was found. */
  endpoint: string | undefined;
  /** The version that served the request; undefined where no endpoint was found. */
  version: number | undefined;
  /** The `client_id` or `azp` of the caller's claims, else the request's `X-Client-Name`, else `unknown`. */
  client: string;
  status: number;
  /** Null for an anonymous one; undefined where none was identified. */
  caller: Required<PorticoCaller> | null | undefined;
  /** From the arrival of the request until the response was made. */
  milliseconds: number;
  /** Whether the endpoint is deprecated. */
  deprecated: boolean;
}

/** The request as the `context` function sees it. */
export interface PorticoExchange {
  /** Null for an anonymous one; undefined without `authenticate`. */
  caller: Required<PorticoCaller> | null | undefined;
  /** The client's `X-Request-Id`, or a new one; the response has it too. */
  requestId: string;
  /** Aborted when the request times out; in a query also when the client disconnects, in a mutation not. */
  signal: AbortSignal;
}

/**
 * A failed request whose response has a status of 500 or above, a field that failed in a response without an error, or a store of
 * `idempotency` that failed after the request was executed.
 */
export interface PorticoFailure {
  requestId: string;
  /** That of a valid `traceparent`, or of the span of the request. Absent: there is none. */
  traceId?: string;
  method: string;
  target: string;
  /** The error of the response; its `cause` is the error that was thrown. */
  error: Error;
  /** Set for a failure that a field with `@catch` catches: the field is null, and the response has no error. */
  isCaught?: true;
}

export type { ApiInfo } from '../plan/conventions/apiProperties.ts';
export type { SecurityScheme, SecuritySchemes } from '../plan/conventions/SecurityScheme.ts';
export type { MappedError } from '../base/errors/createErrorMapper.ts';
export type { PorticoUpstream, UpstreamClient } from '../execute/remote/Upstream.ts';
export type { CorsRules } from './cors.ts';
export type {
  IdempotencyRecord,
  IdempotencyRequest,
  IdempotencyStore,
  StoredResponse,
} from '../guard/idempotency/IdempotencyStore.ts';

/** The options of `createPortico`. */
export interface PorticoOptions {
  /** An executable schema, or with `upstream` that of the upstream, created with the same copy of `graphql` that Portico imports. */
  schema: GraphQLSchema;
  /**
   * The folder of endpoint documents, which contains v1, v2, …: a path, or a URL such as `new URL('./rest', import.meta.url)`.
   * Either this or `plan` is required.
   */
  endpoints?: string | URL;
  /** The JSON that `portico build` wrote, instead of `endpoints`. The schema must define what the plan uses as it was built. */
  plan?: unknown;
  /**
   * A GraphQL API that executes the operations instead of resolvers, on Node. Without `authenticate`, `Authorization` is forwarded to it.
   * With `trustedDocuments`, it receives ids of the documents that `portico documents` lists, and no text.
   */
  upstream?: PorticoUpstream;
  /**
   * Creates the context value of the resolvers, once for each request that executes; `request` is that of the host's server. Default:
   * the exchange. A `GraphQLError` with a code that is thrown here becomes the response.
   */
  // A method, so that a host may name the type of its own requests.
  context?(request: HostRequest, exchange: PorticoExchange): unknown;
  /**
   * Identifies the caller. Null or undefined becomes a 401: the credentials are not valid, or missing where `auth` is REQUIRED. Not
   * called under NONE, and under OPTIONAL only where the request has credentials. Without this option requests need no credentials, and
   * a schema with `@authenticated` or `@requiresScopes` is refused.
   */
  authenticate?: (
    credentials: PorticoCredentials,
  ) => PorticoCaller | null | undefined | Promise<PorticoCaller | null | undefined>;
  /**
   * How credentials are sent, as OpenAPI, the 401 and the reference say: Security Scheme Objects by name. Default: a bearer token. For an
   * API without `securitySchemes` in `api.json`; both together are refused. See OpenAPI 3.1, section 4.8.27.
   */
  securitySchemes?: SecuritySchemes;
  /**
   * The response to an error that resolvers, `context` or `authenticate` threw; undefined for what is none of the host's. Of what it
   * returns only `status`, from 400 to 599, is required. What it throws itself is a 500.
   */
  mapError?: (error: unknown) => MappedError | null | undefined;
  /** Called once for each response. What it throws is reported, and changes no response. */
  onResponse?: (response: PorticoResponse) => unknown;
  /**
   * Keeps the responses to requests with an `Idempotency-Key`, so that a retry does not execute a second time, for example
   * `createPostgresIdempotencyStore(pool)`. The store is not a part of the mutation's transaction: a request is executed at most
   * once, and where its response was not stored, its retry is 409 with the code `OUTCOME_UNKNOWN`. Without this option a key is
   * refused with 400, and endpoints with `idempotencyKey: REQUIRED` are refused at startup.
   */
  idempotency?: IdempotencyStore;
  /** Receives every failure. Default: writes it to stderr. */
  report?: (failure: PorticoFailure) => void;
  /** The prefix of every path, such as `/api`: in express, the path of the mount. Default: none. */
  basePath?: string;
  /**
   * The name in `application/vnd.<name>.v1+json`. Default: `portico`. This option and the next two are for an API whose `api.json`, the
   * file beside its versions, has none of them; both together are refused.
   */
  apiName?: string;
  /** The version of an unversioned path. Default: 1. */
  defaultVersion?: number;
  /** Whether the path, the `Accept` header or both select the version. Default: `both`. */
  versioning?: 'path' | 'header' | 'both';
  /** The origin of absolute URLs (`urls: absolute` in conventions.json), such as `https://api.example.com`. */
  publicUrl?: string;
  /**
   * The proxies whose `Forwarded` or `X-Forwarded-*` are trusted for absolute URLs and the addresses of clients: addresses, ranges,
   * `loopback`. Default: none.
   */
  trustProxy?: readonly string[];
  /** What pages of other origins may do. Default: nothing, and OPTIONS is no preflight. */
  cors?: CorsRules;
  /** The path of the API reference, below the base path, such as `/docs`; it comes with the OpenAPI documents. Default: none. */
  docs?: string;
  /** Whether `/openapi.json` and `/v1/openapi.json` are served. Default: only with `docs`. */
  openapi?: boolean;
  /** Whether `/health/live` and `/health/ready` are served. Default: false. */
  health?: boolean;
  /**
   * Title, description, contact and licence in the OpenAPI documents. For an API without `info` in `api.json`; both together are refused.
   * See OpenAPI 3.1, section 4.8.2.
   */
  info?: ApiInfo;
}

/** An endpoint, as `endpoints` lists it. */
export interface PorticoEndpoint {
  version: number;
  method: string;
  /** Without the base path and the version, such as `/users/{id}`. */
  path: string;
  /** The name of the GraphQL operation. */
  operation: string;
}

/** The result of `createPortico`. */
export interface Portico {
  /** A request listener of `node:http`, a middleware of express, a hook or handler of Fastify. It responds to every request. */
  handler: NodeHandler;
  /**
   * A function of the Fetch standard for every other server. It responds to every request. `host` may have the `clientAddress`, which
   * limits of anonymous callers need; that of Deno and Bun is found in what they pass.
   */
  fetch: (request: Request, host?: unknown) => Promise<Response>;
  /** Every endpoint of every version. */
  endpoints: readonly PorticoEndpoint[];
  /** The OpenAPI 3.1 documents by their paths below the base path, such as `/v1/openapi.json`. */
  readonly openApi: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Warnings about the endpoint documents. */
  warnings: readonly string[];
}
