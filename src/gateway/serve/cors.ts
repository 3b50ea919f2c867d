// The CORS protocol, https://fetch.spec.whatwg.org/#http-cors-protocol. Access-Control-Allow-Credentials is only sent where a host
// says so: pages set the Authorization header themselves, and Portico's own servers read no cookies.
import type { IncomingMessage } from 'node:http';
import { type Reply, addVary } from '../http/Reply.ts';
import { exposedHeaders } from '../http/ownHeaders.ts';
import { ALL_METHODS } from './methods.ts';

export type Cors = NonNullable<ReturnType<typeof createCors>>;

/** What is read of every request, whatever the API is, but what browsers let no page set. See the Fetch standard, section 2.2.2. */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Accept',
  'If-Match',
  'If-None-Match',
  'X-Client-Name',
  'Content-Encoding',
  'traceparent',
  'tracestate',
];

const MAX_AGE_SECONDS = 600;

/** What pages of other origins may do. */
export interface CorsRules {
  /** The origins whose pages may read responses, as browsers send them, or `*`. */
  origins: readonly string[] | '*';
  /** Names of request headers that pages may send besides those that the API reads. */
  headers?: readonly string[] | undefined;
  /** Whether browsers send cookies; not with the origin `*`. Default: false. */
  credentials?: boolean | undefined;
  /** Seconds for which browsers keep the response to a preflight. Default: 600. */
  maxAge?: number | undefined;
}

/**
 * The CORS rules of a server; undefined without any. `parameters` are further headers of requests, and `results` those of responses that
 * pages may read.
 */
export function createCors(
  rules: CorsRules | undefined,
  parameters: readonly string[] = ['X-Request-Id'],
  results: readonly string[] = exposedHeaders(),
) {
  const list = (...names: readonly string[]) => [...new Set(names)].join(', ');
  return (
    rules && {
      origins: rules.origins,
      headers: list(...REQUEST_HEADERS, ...parameters, ...(rules.headers ?? [])),
      exposed: list(...results),
      credentials: rules.credentials ?? false,
      maxAge: String(rules.maxAge ?? MAX_AGE_SECONDS),
    }
  );
}

/** Adds the CORS headers to a reply, errors included. A preflight of a path that does not exist becomes 204. */
export function withCors(
  cors: Cors | undefined,
  { method, headers: { origin, 'access-control-request-method': wanted } }: Pick<IncomingMessage, 'method' | 'headers'>,
  reply: Reply,
): Reply {
  if (!cors) return reply;
  const isAny = cors.origins === '*';
  const vary = isAny ? {} : { vary: addVary(reply.headers['vary'], 'Origin') };
  const headers: Reply['headers'] = { ...reply.headers, ...vary };
  if (origin === undefined || !(isAny || cors.origins.includes(origin))) return { ...reply, headers };
  headers['access-control-allow-origin'] = isAny ? '*' : origin;
  if (cors.credentials) headers['access-control-allow-credentials'] = 'true';
  if (method !== 'OPTIONS' || wanted === undefined) {
    return { ...reply, headers: { ...headers, 'access-control-expose-headers': cors.exposed } };
  }
  const preflight: Reply['headers'] = {
    ...headers,
    'access-control-allow-methods': reply.headers['allow'] ?? ALL_METHODS,
    'access-control-allow-headers': cors.headers,
    'access-control-max-age': cors.maxAge,
  };
  if (reply.status !== 404) return { ...reply, headers: preflight };
  // A page cannot read the response to a request whose preflight fails: the request itself has to get the 404.
  const { 'content-type': _, 'content-length': __, ...kept } = preflight;
  return { ...reply, status: 204, headers: kept, body: null };
}
