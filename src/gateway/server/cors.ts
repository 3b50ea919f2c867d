// Which pages of other origins may read the responses: the CORS protocol, https://fetch.spec.whatwg.org/#http-cors-protocol.
// Credentials are never allowed in its sense: tokens are sent by the page itself, and no cookie means anything here.
import type { IncomingHttpHeaders } from 'node:http';
import type { Reply } from '../protocol/Reply.ts';
import { addVary } from '../protocol/addVary.ts';
import { ALL_METHODS } from './methods.ts';

export interface Cors {
  origins: readonly string[] | '*';
  /** The request headers that a page may send, as Access-Control-Allow-Headers lists them. */
  headers: string;
}

const REQUEST_HEADERS = ['Authorization', 'Content-Type', 'Accept', 'If-Match', 'If-None-Match', 'X-Request-Id'];

const EXPOSED = 'Location, Link, ETag, Retry-After, X-Request-Id, Deprecation, Sunset, WWW-Authenticate, Allow';

/** Seconds for which a browser may keep the answer to a preflight. */
const MAX_AGE = '600';

/** Makes the rules of a server; undefined where no other origin is let in. `further` are header parameters. */
export function createCors(origins: Cors['origins'] | undefined, further: readonly string[] = []): Cors | undefined {
  return origins && { origins, headers: [...new Set([...REQUEST_HEADERS, ...further])].join(', ') };
}

/** A reply with what a page of another origin needs to read it, errors included; a preflight becomes 204. */
export function withCors(
  cors: Cors | undefined,
  { method, headers: { origin, 'access-control-request-method': wanted } }: RequestHead,
  reply: Reply,
): Reply {
  if (!cors) return reply;
  const isAny = cors.origins === '*';
  const vary = isAny ? {} : { vary: addVary(reply.headers['vary'], 'Origin') };
  const headers: Reply['headers'] = { ...reply.headers, ...vary };
  if (origin === undefined || !(isAny || cors.origins.includes(origin))) return { ...reply, headers };
  headers['access-control-allow-origin'] = isAny ? '*' : origin;
  if (method !== 'OPTIONS' || wanted === undefined) {
    return { ...reply, headers: { ...headers, 'access-control-expose-headers': EXPOSED } };
  }
  const preflight: Reply['headers'] = {
    ...headers,
    'access-control-allow-methods': reply.headers['allow'] ?? ALL_METHODS,
    'access-control-allow-headers': cors.headers,
    'access-control-max-age': MAX_AGE,
  };
  if (reply.status !== 404) return { ...reply, headers: preflight };
  // A browser shows a page nothing of a request whose preflight fails: the request itself has to say that there is nothing.
  const { 'content-type': _, 'content-length': __, ...kept } = preflight;
  return { status: 204, headers: kept, body: null };
}

interface RequestHead {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}
