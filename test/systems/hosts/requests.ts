// What every host responds to a client: status, headers and body in full. Headers of the connection are the platform's.
import { expect } from 'vitest';

export interface HostCase {
  name: string;
  /** `GET /api/v1/notes/1` */
  line: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array<ArrayBuffer>;
  status: number;
  /** All of the response, but those of `COMMON`. */
  expected: Readonly<Record<string, unknown>>;
  /** JSON, or undefined for none. */
  json?: unknown;
  /** Of a body that is no JSON. */
  text?: unknown;
}

/** Sent with every response of an endpoint; `vary` for the rules of CORS. */
const PRIVATE = { 'cache-control': 'private, no-store', 'content-type': 'application/json', vary: 'Accept, Origin' };
const ALLOWED = {
  'access-control-allow-origin': 'https://app.example',
  'access-control-allow-credentials': 'true',
};
const EXPOSED =
  'Location, Link, ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Deprecation, Sunset, WWW-Authenticate, Allow, Accept-Patch';
const JSON_BODY = { 'content-type': 'application/json' };

const lengthOf = (json: unknown) => ({ 'content-length': String(Buffer.byteLength(JSON.stringify(json))) });
const ok = (json: unknown, headers = {}) => ({
  status: 200,
  json,
  expected: { ...PRIVATE, ...lengthOf(json), ...headers },
});
const failed = (status: number, error: string, headers = {}) => {
  const json = { error };
  return { status, json, expected: { ...PRIVATE, ...lengthOf(json), ...headers } };
};

const MILK = { id: '1', text: 'Buy milk' };
const DEPRECATED = { deprecation: '@1767225600' };

/** In order: some depend on those before. */
export const CASES: readonly HostCase[] = [
  { name: 'a resource', line: 'GET /api/v1/notes/1', ...ok(MILK) },
  { name: 'an unversioned path', line: 'GET /api/notes/1', ...ok(MILK) },
  {
    name: 'a version in Accept, and an id of the client',
    line: 'GET /api/notes/1',
    headers: { accept: 'application/vnd.portico.v1+json', 'x-request-id': 'mine' },
    ...ok(MILK, { 'content-type': 'application/vnd.portico.v1+json', 'x-request-id': 'mine' }),
  },
  {
    name: 'HEAD',
    line: 'HEAD /api/v1/notes/1',
    status: 200,
    expected: { ...PRIVATE, 'content-length': '28' },
  },
  {
    name: 'a deprecated list',
    line: 'GET /api/v1/notes?contains=milk',
    ...ok([MILK], DEPRECATED),
  },
  {
    name: 'an encoded parameter',
    line: 'GET /api/v1/notes?contains=caf%C3%A9+%26',
    ...ok([], DEPRECATED),
  },
  {
    name: 'a resource that does not exist',
    line: 'GET /api/v1/notes/9',
    ...failed(404, 'There is no note 9.'),
  },
  { name: 'a path that does not exist', line: 'GET /api/v1/books', ...failed(404, '/api/v1/books does not exist.') },
  { name: 'a path outside of the base path', line: 'GET /other', ...failed(404, '/other does not exist.') },
  {
    name: 'a method that is not allowed',
    line: 'PATCH /api/v1/notes/1',
    ...failed(405, 'PATCH is not allowed; allowed methods: GET, HEAD, DELETE, OPTIONS', {
      allow: 'GET, HEAD, DELETE, OPTIONS',
    }),
  },
  {
    name: 'malformed percent-encoding',
    line: 'GET /api/v1/notes/%ff',
    ...failed(400, 'The path /api/v1/notes/%ff is not valid percent-encoding.'),
  },
  {
    name: 'OPTIONS',
    line: 'OPTIONS /api/v1/notes/1',
    status: 204,
    expected: { vary: 'Accept, Origin', allow: 'GET, HEAD, DELETE, OPTIONS' },
  },
  {
    name: 'a preflight',
    line: 'OPTIONS /api/v1/notes',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    status: 204,
    expected: {
      ...ALLOWED,
      vary: 'Accept, Origin',
      allow: 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-headers':
        'Authorization, Content-Type, Accept, If-Match, If-None-Match, X-Client-Name, Content-Encoding, traceparent, tracestate, X-Request-Id, X-Api-Key, X-Trace',
      'access-control-max-age': '60',
    },
  },
  {
    name: 'a request of another origin',
    line: 'GET /api/v1/notes/1',
    headers: { origin: 'https://app.example' },
    ...ok(MILK, { ...ALLOWED, 'access-control-expose-headers': EXPOSED }),
  },
  {
    name: 'a creation',
    line: 'POST /api/v1/notes',
    headers: JSON_BODY,
    body: '{"text":"Grüße 🌻"}',
    ...ok({ id: '2', text: 'Grüße 🌻' }, { location: '/api/v1/notes/2' }),
    status: 201,
  },
  { name: 'its result', line: 'GET /api/v1/notes/2', ...ok({ id: '2', text: 'Grüße 🌻' }) },
  {
    name: 'a deletion',
    line: 'DELETE /api/v1/notes/2',
    status: 204,
    expected: { 'cache-control': 'private, no-store', vary: 'Accept, Origin' },
  },
  {
    name: 'a form that is not valid',
    line: 'POST /api/v1/notes',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'text[]=Gr%C3%BC%C3%9Fe&text[]=b&txt=a',
    ...failed(400, 'text must be given only once; txt is not a known property; did you mean "text"?'),
  },
  {
    name: 'a body that is no JSON',
    line: 'POST /api/v1/notes',
    headers: JSON_BODY,
    body: '{"text":',
    // The rest of the message is that of the engine.
    ...failed(400, '', { 'content-length': expect.any(String) }),
    json: { error: expect.stringMatching(/^The body is not valid JSON: ./) },
  },
  {
    name: 'a body of another type',
    line: 'POST /api/v1/notes',
    headers: { 'content-type': 'text/plain' },
    body: 'text',
    ...failed(
      415,
      'Content-Type text/plain is not supported; send application/json or application/x-www-form-urlencoded.',
    ),
  },
  {
    name: 'a body in a content coding',
    line: 'POST /api/v1/notes',
    headers: { ...JSON_BODY, 'content-encoding': 'gzip' },
    body: 'text',
    ...failed(415, 'Content-Encoding gzip is not supported.', { 'accept-encoding': 'identity' }),
  },
  {
    name: 'a body that is too large',
    line: 'POST /api/v1/notes',
    headers: JSON_BODY,
    body: `{"text":"${'x'.repeat(1024 * 1024)}"}`,
    ...failed(413, 'The body must not be larger than 1048576 bytes.'),
  },
  {
    name: 'no credentials',
    line: 'GET /api/v1/caller',
    ...failed(
      401,
      'Valid credentials are required: send the header Authorization: Bearer <token>, the header X-Api-Key or the cookie key.',
      {
        'www-authenticate': 'Bearer realm="portico", ApiKey realm="portico", Cookie realm="portico", cookie-name="key"',
      },
    ),
  },
  {
    name: 'credentials in Authorization',
    line: 'GET /api/v1/caller',
    headers: { authorization: 'Bearer ada', 'user-agent': 'suite' },
    ...ok({ subject: 'ada', agent: 'suite' }),
  },
  {
    name: 'a key in a header',
    line: 'GET /api/v1/caller',
    headers: { 'x-api-key': 'bob', 'user-agent': 'suite' },
    ...ok({ subject: 'bob', agent: 'suite' }),
  },
  {
    name: 'a key in a cookie',
    line: 'GET /api/v1/caller',
    headers: { cookie: 'theme=dark; key=eve', 'user-agent': 'suite' },
    ...ok({ subject: 'eve', agent: 'suite' }),
  },
  {
    name: 'an error of the host that is mapped, of authenticate',
    line: 'GET /api/v1/caller',
    headers: { 'x-api-key': 'late' },
    ...failed(403, 'Forbidden'),
  },
  {
    name: 'an error of the host that is mapped, of a resolver',
    line: 'GET /api/v1/trouble/mapped',
    headers: { accept: 'application/problem+json', 'x-request-id': 'mine' },
    status: 402,
    json: {
      type: 'about:blank',
      title: 'Payment Required',
      status: 402,
      detail: 'The trial is over.',
      code: 'PAYMENT_REQUIRED',
      requestId: 'mine',
      errors: [{ message: 'The trial is over.' }],
    },
    expected: {
      ...PRIVATE,
      'content-type': 'application/problem+json',
      'content-length': '181',
      'x-request-id': 'mine',
    },
  },
  {
    name: 'a mapped failure',
    line: 'GET /api/v1/trouble/unavailable',
    ...failed(503, 'Service Unavailable', { 'retry-after': '1' }),
  },
  {
    name: 'a mapping that fails',
    line: 'GET /api/v1/trouble/mapping',
    ...failed(500, 'Internal server error; it has been logged.'),
  },
  {
    name: 'a failure',
    line: 'GET /api/v1/trouble/other',
    ...failed(500, 'Internal server error; it has been logged.'),
  },
  {
    name: 'what was observed of an endpoint',
    line: 'GET /api/v1/observed/notes%2F',
    ...ok(
      JSON.stringify({
        operation: 'deleteNote',
        endpoint: 'DELETE /notes/{id}',
        version: 1,
        client: 'unknown',
        status: 204,
        caller: null,
        milliseconds: 'number',
        deprecated: false,
      }),
    ),
  },
  {
    name: 'what was observed without an endpoint',
    line: 'GET /api/v1/observed/none',
    ...ok(JSON.stringify({ client: 'unknown', status: 204, milliseconds: 'number', deprecated: false })),
  },
  {
    name: 'what was reported: failures, and what the observer throws',
    line: 'GET /api/v1/observed/failures',
    ...ok('5'),
  },
  ...['live', 'ready'].map((probe) => ({
    name: `a probe, ${probe}`,
    line: `GET /api/health/${probe}`,
    ...ok({ status: 'ok' }, { 'cache-control': 'no-store', vary: 'Origin' }),
  })),
  {
    name: 'the API reference',
    line: 'GET /api/docs',
    status: 200,
    text: expect.stringMatching(/<div id="reference" data-settings="[^"]+openapi.json/),
    expected: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': expect.any(String),
      etag: expect.any(String),
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding, Origin',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'referrer-policy': 'no-referrer',
    },
  },
  ...['/v1', ''].map((version) => ({
    name: `the OpenAPI document at ${version || 'the base path'}`,
    line: `GET /api${version}/openapi.json`,
    status: 200,
    json: expect.objectContaining({
      openapi: '3.1.0',
      info: expect.objectContaining({ title: 'Notes', contact: { email: 'notes@example.com' } }),
    }),
    expected: {
      'content-type': 'application/json',
      'content-length': expect.any(String),
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding, Origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    },
  })),
];
