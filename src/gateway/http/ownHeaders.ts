// The response headers of Portico's own. Whatever sends, exposes, documents, renames or reserves one reads this table. The headers of
// the message and the connection that Node adds, such as Date, are not in it.

/** Who sends a header: the engine, or something around it that also adds to errors which the engine does not render. */
type Sender = 'engine' | 'limits' | 'keys' | 'server' | 'trace' | 'cors' | 'documentation';

interface OwnHeader {
  sentBy: Sender;
  /** Whether pages of other origins may read it: browsers let them read the others anyway, or they are not theirs. See Fetch, 3.3.2. */
  isExposed: boolean;
  /** Whether the OpenAPI documents describe it. */
  isDocumented: boolean;
  /** Whether no `@header` can have its name. */
  isReserved: boolean;
}

export const OWN_HEADERS = {
  Location: { sentBy: 'engine', isExposed: true, isDocumented: true, isReserved: true },
  Link: { sentBy: 'engine', isExposed: true, isDocumented: true, isReserved: true },
  ETag: { sentBy: 'engine', isExposed: true, isDocumented: true, isReserved: false },
  'Retry-After': { sentBy: 'engine', isExposed: true, isDocumented: true, isReserved: false },
  RateLimit: { sentBy: 'limits', isExposed: true, isDocumented: true, isReserved: false },
  'RateLimit-Policy': { sentBy: 'limits', isExposed: true, isDocumented: true, isReserved: false },
  'X-Request-Id': { sentBy: 'server', isExposed: true, isDocumented: true, isReserved: true },
  Deprecation: { sentBy: 'engine', isExposed: true, isDocumented: true, isReserved: true },
  Sunset: { sentBy: 'engine', isExposed: true, isDocumented: true, isReserved: true },
  'WWW-Authenticate': { sentBy: 'engine', isExposed: true, isDocumented: true, isReserved: true },
  Allow: { sentBy: 'engine', isExposed: true, isDocumented: false, isReserved: true },
  'Accept-Patch': { sentBy: 'engine', isExposed: true, isDocumented: true, isReserved: true },
  'Idempotency-Replayed': { sentBy: 'keys', isExposed: true, isDocumented: true, isReserved: false },
  'Accept-Encoding': { sentBy: 'engine', isExposed: false, isDocumented: true, isReserved: true },
  Vary: { sentBy: 'engine', isExposed: false, isDocumented: true, isReserved: true },
  'Cache-Control': { sentBy: 'engine', isExposed: false, isDocumented: true, isReserved: true },
  'Content-Type': { sentBy: 'engine', isExposed: false, isDocumented: false, isReserved: true },
  'Content-Length': { sentBy: 'engine', isExposed: false, isDocumented: false, isReserved: true },
  'Content-Disposition': { sentBy: 'engine', isExposed: false, isDocumented: true, isReserved: false },
  'Content-Encoding': { sentBy: 'engine', isExposed: false, isDocumented: false, isReserved: true },
  'X-Content-Type-Options': { sentBy: 'server', isExposed: false, isDocumented: false, isReserved: true },
  Traceresponse: { sentBy: 'trace', isExposed: false, isDocumented: false, isReserved: true },
  'Access-Control-Allow-Origin': { sentBy: 'cors', isExposed: false, isDocumented: false, isReserved: true },
  'Access-Control-Allow-Credentials': { sentBy: 'cors', isExposed: false, isDocumented: false, isReserved: true },
  'Access-Control-Expose-Headers': { sentBy: 'cors', isExposed: false, isDocumented: false, isReserved: true },
  'Access-Control-Allow-Methods': { sentBy: 'cors', isExposed: false, isDocumented: false, isReserved: true },
  'Access-Control-Allow-Headers': { sentBy: 'cors', isExposed: false, isDocumented: false, isReserved: true },
  'Access-Control-Max-Age': { sentBy: 'cors', isExposed: false, isDocumented: false, isReserved: true },
  'Content-Security-Policy': { sentBy: 'documentation', isExposed: false, isDocumented: false, isReserved: true },
  'Referrer-Policy': { sentBy: 'documentation', isExposed: false, isDocumented: false, isReserved: true },
} as const satisfies Readonly<Record<string, OwnHeader>>;

type Table = typeof OWN_HEADERS;
type NameWhere<Condition> = { [Name in keyof Table]: Table[Name] extends Condition ? Name : never }[keyof Table];

/** The headers that a sender adds, by their names in lower case. */
export type HeadersSentBy<By extends Sender> = Record<Lowercase<NameWhere<{ sentBy: By }>>, string>;

export type DocumentedHeader = NameWhere<{ isDocumented: true }>;

/** The names of the headers that pages of other origins may read; those of Idempotency-Keys where endpoints take one. */
export function exposedHeaders(readsKeys = false): string[] {
  const headers = Object.entries<OwnHeader>(OWN_HEADERS);
  return headers.flatMap(([name, { sentBy, isExposed }]) =>
    isExposed && (readsKeys || sentBy !== 'keys') ? [name] : [],
  );
}

/** The headers that HTTP, caches and browsers read by their names: conventions neither rename them nor leave them out. */
const FIXED =
  /^(?:content-.+|location|allow|vary|etag|cache-control|retry-after|www-authenticate|traceresponse|access-control-.+)$/i;

const OWN_NAMES = new Map(
  Object.entries<OwnHeader>(OWN_HEADERS).flatMap(([name, { sentBy }]) =>
    sentBy === 'documentation' ? [] : [[name.toLowerCase(), name as keyof Table]],
  ),
);

/** The header of responses of the API with this name in any case; undefined where it is none of Portico's own. */
export function findOwnHeader(name: string): keyof Table | undefined {
  return OWN_NAMES.get(name.toLowerCase());
}

/** The headers of responses of the API that conventions can rename or leave out. */
export const RENAMABLE_HEADERS: readonly string[] = [...OWN_NAMES.values()].filter((name) => !FIXED.test(name));

/** The headers of every response. See the Fetch standard, section 3.6, for nosniff. */
export function commonHeaders(requestId: string): HeadersSentBy<'server'> {
  return { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' };
}

/** The headers that HTTP has for others than Portico: of requests, of the connection, of intermediaries and browsers. */
const OF_HTTP = new RegExp(
  `^(?:${[
    'accept(?:-.+)?|access-control-.+|age|alt-svc|authentication-info|authorization|clear-site-data|connection',
    'content-(?!disposition$|language$).+|cookie|cross-origin-.+|date|expect|expires|forwarded|from|host|if-.+|keep-alive',
    'max-forwards|origin|pragma|prefer|proxy-.+|range|referer|server|set-cookie2?|strict-transport-security|te|trailer',
    'transfer-encoding|upgrade|user-agent|via|warning|x-frame-options',
  ].join('|')})$`,
  'i',
);

/** Whether a response header is not for a document to set. See RFC 9110, RFC 9111 and RFC 9112. */
export function isReservedHeader(name: string): boolean {
  const isOwn = ([own, { isReserved }]: [string, OwnHeader]) => isReserved && own.toLowerCase() === name.toLowerCase();
  return OF_HTTP.test(name) || Object.entries<OwnHeader>(OWN_HEADERS).some(isOwn);
}

/** Headers of HTTP that are the same in every response, which an API may state. */
const OF_EVERY_RESPONSE =
  /^(?:content-security-policy(?:-report-only)?|cross-origin-.+|server|strict-transport-security|x-frame-options)$/i;

/** Whether conventions cannot add a header of this name, as HTTP or Portico sets it. */
export function isTakenHeader(name: string): boolean {
  return findOwnHeader(name) !== undefined || (OF_HTTP.test(name) && !OF_EVERY_RESPONSE.test(name));
}
