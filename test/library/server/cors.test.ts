import { describe, expect, test } from 'vitest';
import { createCors, withCors } from '../../../src/gateway/serve/cors.ts';

const ORIGIN = 'https://app.example';
const EXPOSED =
  'Location, Link, ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Deprecation, Sunset, WWW-Authenticate, Allow, Accept-Patch';
const reply = { status: 200, headers: { vary: 'Accept', 'content-type': 'a/b', 'content-length': '2' }, body: '{}' };
const some = createCors({ origins: [ORIGIN] });
const any = createCors({ origins: '*' });

test('without origins there are no rules', () => {
  expect(createCors(undefined)).toBeUndefined();
  expect(withCors(undefined, { method: 'GET', headers: { origin: ORIGIN } }, reply)).toBe(reply);
});

test('request headers are the known ones and the parameters, each once', () => {
  expect(createCors({ origins: '*' }, ['X-Request-Id', 'X-Tenant', 'Accept'])).toEqual({
    origins: '*',
    headers:
      'Authorization, Content-Type, Accept, If-Match, If-None-Match, X-Client-Name, Content-Encoding, traceparent, tracestate, X-Request-Id, X-Tenant',
    exposed: EXPOSED,
    credentials: false,
    maxAge: '600',
  });
});

describe('a response', () => {
  test.each([
    ['to an allowed origin', some, ORIGIN, { vary: 'Accept, Origin', 'access-control-allow-origin': ORIGIN }],
    ['to another origin', some, 'https://evil.example', { vary: 'Accept, Origin' }],
    ['without an origin', some, undefined, { vary: 'Accept, Origin' }],
    ['to any origin', any, 'https://evil.example', { vary: 'Accept', 'access-control-allow-origin': '*' }],
    ['without an origin to any', any, undefined, { vary: 'Accept' }],
  ])('%s', (_, cors, origin, added) => {
    const exposed = 'access-control-allow-origin' in added ? { 'access-control-expose-headers': EXPOSED } : {};
    const expected = { ...reply, headers: { ...reply.headers, ...added, ...exposed } };
    expect(withCors(cors, { method: 'GET', headers: { origin } }, reply)).toEqual(expected);
    expect(withCors(cors, { method: 'OPTIONS', headers: { origin } }, reply)).toEqual(expected);
  });
});

describe('a preflight', () => {
  const request = { method: 'OPTIONS', headers: { origin: ORIGIN, 'access-control-request-method': 'PUT' } };
  const granted = {
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-headers': some!.headers,
    'access-control-max-age': '600',
  };
  test('has the methods of the path', () => {
    const options = { status: 204, headers: { allow: 'GET, OPTIONS' }, body: null };
    expect(withCors(some, request, options)).toEqual({
      status: 204,
      headers: { allow: 'GET, OPTIONS', vary: 'Origin', ...granted, 'access-control-allow-methods': 'GET, OPTIONS' },
      body: null,
    });
  });
  test('of a path that does not exist is 204 with every method', () => {
    expect(withCors(some, request, { ...reply, status: 404 })).toEqual({
      status: 204,
      headers: {
        vary: 'Accept, Origin',
        ...granted,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      },
      body: null,
    });
  });
  test('of another method than OPTIONS is none', () => {
    expect(withCors(some, { ...request, method: 'GET' }, reply).headers).not.toHaveProperty('access-control-max-age');
  });
});
