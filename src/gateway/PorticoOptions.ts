// What the library shows of itself: everything that goes into createPortico and comes out of it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLSchema } from 'graphql';

/** Who makes a request. */
export interface PorticoCaller {
  subject: string;
  /** What the caller may do, for the `@requiresScopes` of the schema. */
  scopes: readonly string[];
}

/** What is known of a request when the context of its resolvers is made. */
export interface PorticoExchange {
  /** Undefined where there is no `authenticate`. */
  caller: PorticoCaller | undefined;
  /** The client's `X-Request-Id`, or a new one; the answer carries it. */
  requestId: string;
  /** Aborted when the request took too long; in a query also when the client has gone, in a mutation not. */
  signal: AbortSignal;
}

/** A failure of this side: an answer of 500 or above. */
export interface PorticoFailure {
  requestId: string;
  method: string;
  target: string;
  /** What the client was told; its `cause` is what was thrown. */
  error: Error;
}

/** What `createPortico` is given. */
export interface PorticoOptions {
  /** Of the same copy of `graphql` that Portico is installed beside. */
  schema: GraphQLSchema;
  /** The folder of endpoint documents, the one that holds v1, v2, …; a path, or a URL such as `new URL('./rest', import.meta.url)`. */
  endpoints: string | URL;
  /**
   * Makes the context value of the resolvers, once for each request that executes. Without it, that is the exchange.
   * A `GraphQLError` with a code that is thrown here answers the request.
   */
  context?: (request: IncomingMessage, exchange: PorticoExchange) => unknown;
  /**
   * Tells who the caller is from the `Authorization` header; undefined is answered with 401. Without it nobody is asked
   * for credentials, and a schema that restricts anything, with `@authenticated` or `@requiresScopes`, is refused.
   */
  authenticate?: (authorization: string | undefined) => PorticoCaller | undefined | Promise<PorticoCaller | undefined>;
  /** Told of every failure. Without it they are written to stderr. */
  report?: (failure: PorticoFailure) => void;
  /** What every path begins with, such as `/api`: in express, where the handler is mounted. Default: nothing. */
  basePath?: string;
  /** The name in `application/vnd.<name>.v1+json`. Default: `portico`. */
  apiName?: string;
  /** The version of a path without one. Default: 1. */
  defaultVersion?: number;
  /** Whether the path, the `Accept` header, or either of them chooses the version. Default: `both`. */
  versioning?: 'path' | 'header' | 'both';
  /** What absolute addresses begin with (`urls: absolute` in conventions.json), such as `https://api.example.com`. */
  publicUrl?: string;
  /** The proxies whose `Forwarded` or `X-Forwarded-*` are taken for absolute addresses: addresses, ranges, `loopback`. Default: none. */
  trustProxy?: readonly string[];
  /** The origins whose pages may read responses, as browsers send them, or `*`. Default: none, and OPTIONS is no preflight. */
  cors?: { origins: readonly string[] | '*' };
}

/** An endpoint, as `endpoints` lists it. */
export interface PorticoEndpoint {
  version: number;
  method: string;
  /** Below the base path and the version, such as `/users/{id}`. */
  path: string;
  /** The name of the GraphQL operation. */
  operation: string;
}

/** What `createPortico` makes. */
export interface Portico {
  /** A listener of `node:http` and a middleware of express. It answers every request that it is given. */
  handler: (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void;
  /** Every endpoint of every version. */
  endpoints: readonly PorticoEndpoint[];
  /** The OpenAPI 3.1 documents by their paths below the base path, such as `/v1/openapi.json`. The handler does not serve them. */
  openApi: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** What is odd about the endpoint documents, but not wrong. */
  warnings: readonly string[];
}
