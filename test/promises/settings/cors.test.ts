// CORS_ORIGINS lets pages of other origins read responses: the CORS protocol of the Fetch standard. Off unless it is set. `*`: test/library/startGatewayServer.test.ts.
import { afterAll, describe, expect, test } from 'vitest';
import { type HttpResponse, sendRequest } from '../support/sendRequest.ts';
import { type SpecPortico, startAlone } from '../support/startForSpec.ts';

const ORIGIN = 'https://app.example';
const [off, some] = await Promise.all([startAlone(), startAlone({ CORS_ORIGINS: `https://other.example, ${ORIGIN}` })]);
afterAll(() => Promise.all([off, some].map((portico) => portico.close())));

/** Not through the client: CORS stands in no OpenAPI document. */
async function send(portico: SpecPortico, method: string, path: string, headers: Record<string, string>, token = true) {
  const authorization = `Bearer ${await portico.token('users:read')}`;
  return sendRequest(
    portico.url,
    portico.path(path),
    method,
    { ...(token && { authorization }), ...headers },
    undefined,
  );
}

function granted({ headers }: HttpResponse): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
}

const EXPOSED = {
  'access-control-expose-headers':
    'Location, Link, ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Deprecation, Sunset, WWW-Authenticate, Allow, Accept-Patch, Idempotency-Replayed',
};
const preflightOf = (methods: string) => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, If-Match, If-None-Match, X-Client-Name, Content-Encoding, traceparent, tracestate, X-Request-Id, Idempotency-Key, MCP-Protocol-Version',
  'access-control-max-age': '600',
});
const PREFLIGHT = { origin: ORIGIN, 'access-control-request-method': 'PUT' };

/** Every kind of path, and every kind of refusal. */
const REQUESTS = [
  ['GET', '/v1/users?limit=1', 200],
  ['GET', '/users/x', 400],
  ['GET', '/v1/orders', 403],
  ['PATCH', '/v1/users', 405],
  ['GET', '/nothing', 404],
  ['OPTIONS', '/v1/users', 204],
  ['GET', '/openapi.json', 200],
  ['GET', '/health/live', 200],
  ['GET', '/graphql?query={__typename}', 200],
  ['GET', '/graphql?query={', 400],
  ['DELETE', '/graphql', 405],
] as const;

describe.each(REQUESTS)('%s %s', (method, path, status) => {
  test('says nothing without CORS_ORIGINS', async () => {
    const answer = await send(off, method, path, { origin: ORIGIN });
    expect([answer.status, granted(answer)]).toEqual([status, {}]);
    expect(answer.headers.vary ?? '').not.toContain('Origin');
  });

  test('can be read from an origin of the list, and from no other', async () => {
    const answer = await send(some, method, path, { origin: ORIGIN });
    expect([answer.status, granted(answer)]).toEqual([status, { 'access-control-allow-origin': ORIGIN, ...EXPOSED }]);
    const others = ['https://evil.example', `${ORIGIN}.evil`, 'null', 'http://app.example', `${ORIGIN}/`];
    for (const origin of others) expect(granted(await send(some, method, path, { origin }))).toEqual({});
    expect(granted(await send(some, method, path, {}))).toEqual({});
    for (const headers of [{ origin: ORIGIN }, { origin: 'null' }, {}] as Record<string, string>[]) {
      expect((await send(some, method, path, headers)).headers.vary).toMatch(/\bOrigin\b/);
    }
  });
});

test('a refusal for want of credentials can be read', async () => {
  for (const path of ['/v1/users', '/graphql?query={__typename}']) {
    const answer = await send(some, 'GET', path, { origin: ORIGIN }, false);
    expect([answer.status, granted(answer)]).toEqual([401, { 'access-control-allow-origin': ORIGIN, ...EXPOSED }]);
  }
});

describe('a preflight', () => {
  test.each([
    ['/v1/users/1', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['/v1/users', 'GET, HEAD, POST, OPTIONS'],
    ['/openapi.json', 'GET, HEAD, OPTIONS'],
    ['/health/ready', 'GET, HEAD, OPTIONS'],
    ['/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['/nothing', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  ])('of %s is 204 without credentials, and names %s', async (path, methods) => {
    const answer = await send(some, 'OPTIONS', path, PREFLIGHT, false);
    expect([answer.status, answer.body, granted(answer)]).toEqual([
      204,
      '',
      { 'access-control-allow-origin': ORIGIN, ...preflightOf(methods) },
    ]);
    expect(answer.headers.vary).toMatch(/\bOrigin\b/);
  });

  test('of another origin is granted nothing', async () => {
    const headers = { ...PREFLIGHT, origin: 'https://evil.example' };
    for (const path of ['/v1/users', '/graphql'])
      expect(granted(await send(some, 'OPTIONS', path, headers))).toEqual({});
    expect(granted(await send(off, 'OPTIONS', '/v1/users', PREFLIGHT))).toEqual({});
  });
});
