// The CORS protocol, https://fetch.spec.whatwg.org/#http-cors-protocol. Access-Control-Allow-Credentials is never sent: pages set
// the Authorization header themselves, and cookies are not used.
import type { IncomingMessage } from 'node:http';
import { type Reply, addVary } from '../protocol/Reply.ts';
import { exposedHeaders } from '../protocol/ownHeaders.ts';
import { ALL_METHODS } from './methods.ts';

export type Cors = NonNullable<ReturnType<typeof createCors>>;

const REQUEST_HEADERS = ['Authorization', 'Content-Type', 'Accept', 'If-Match', 'If-None-Match', 'X-Request-Id'];

const MAX_AGE_SECONDS = '600';

/** The CORS rules of a server; undefined without origins. `parameters` and `results` are further headers of requests and responses. */
export function createCors(
  origins: readonly string[] | '*' | undefined,
  parameters: readonly string[] = [],
  results: readonly string[] = [],
) {
  const list = (...names: readonly string[]) => [...new Set(names)].join(', ');
  return (
    origins && {
      origins,
      headers: list(...REQUEST_HEADERS, ...parameters),
      exposed: list(...exposedHeaders(), ...results),
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
  if (method !== 'OPTIONS' || wanted === undefined) {
    return { ...reply, headers: { ...headers, 'access-control-expose-headers': cors.exposed } };
  }
  const preflight: Reply['headers'] = {
    ...headers,
    'access-control-allow-methods': reply.headers['allow'] ?? ALL_METHODS,
    'access-control-allow-headers': cors.headers,
    'access-control-max-age': MAX_AGE_SECONDS,
  };
  if (reply.status !== 404) return { ...reply, headers: preflight };
  // A page cannot read the response to a request whose preflight fails: the request itself has to get the 404.
  const { 'content-type': _, 'content-length': __, ...kept } = preflight;
  return { status: 204, headers: kept, body: null };
}
