import { expect, test } from 'vitest';
import {
  OWN_HEADERS,
  commonHeaders,
  exposedHeaders,
  findOwnHeader,
  isReservedHeader,
  isTakenHeader,
} from '../../../src/gateway/http/ownHeaders.ts';
import { responseHeaders } from '../../../src/gateway/describe/openapi/operations/responseHeaders.ts';
import { OWN_HEADERS as EXPECTED } from '../../vocabulary/support/expectOwnHeaders.ts';

/** Pages may read these in any case. See the Fetch standard, CORS-safelisted response-header name. */
const SAFELISTED = ['Cache-Control', 'Content-Type', 'Content-Length'];

test('is the table that responses of the vocabulary are compared with', () => {
  expect(EXPECTED).toEqual(Object.keys(OWN_HEADERS).map((name) => name.toLowerCase()));
});

test('exposes what it documents, but for what only HTTP libraries and browsers read', () => {
  const documented = Object.entries(OWN_HEADERS).flatMap(([name, { isDocumented }]) => (isDocumented ? [name] : []));
  const hidden = documented.filter((name) => !exposedHeaders(true).includes(name) && !SAFELISTED.includes(name));
  expect(hidden).toEqual(['Accept-Encoding', 'Vary', 'Content-Disposition']);
});

test('every response has the id of its request, and a media type that is not guessed', () => {
  expect(commonHeaders('r')).toEqual({ 'x-request-id': 'r', 'x-content-type-options': 'nosniff' });
});

test('exposes the header of replays only where endpoints take keys', () => {
  expect(exposedHeaders()).not.toContain('Idempotency-Replayed');
  expect(exposedHeaders(true)).toEqual([...exposedHeaders(), 'Idempotency-Replayed']);
});

test('the documents describe each documented header', () => {
  const documented = Object.entries(OWN_HEADERS).flatMap(([name, { isDocumented }]) => (isDocumented ? [name] : []));
  expect(Object.keys(responseHeaders([]))).toEqual(expect.arrayContaining(documented));
});

test.each([
  ['location', true],
  ['VARY', true],
  ['Content-Length', true],
  ['Content-Language', false],
  ['Content-Disposition', false],
  ['Host', true],
  ['If-None-Match', true],
  ['Set-Cookie', true],
  ['Age', true],
  ['Connection', true],
  ['Accept', true],
  ['Accept-Language', true],
  ['Trailer', true],
  ['Upgrade', true],
  ['Via', true],
  ['', false],
  ['Page', false],
  ['Agent', false],
  ['X-Accept', false],
  ['Via-X', false],
  ['ETag', false],
  ['Last-Modified', false],
  ['Retry-After', false],
  ['X-Total-Count', false],
])('%s is reserved: %s', (name, isReserved) => {
  expect(isReservedHeader(name)).toBe(isReserved);
});

test.each([
  ['x-request-ID', 'X-Request-Id', true],
  ['Location', 'Location', true],
  ['Referrer-Policy', undefined, false],
  ['Content-Security-Policy', undefined, false],
  ['X-Frame-Options', undefined, false],
  ['Strict-Transport-Security', undefined, false],
  ['Server', undefined, false],
  ['Content-Range', undefined, true],
  ['Date', undefined, true],
  ['Set-Cookie', undefined, true],
  ['X-Api-Version', undefined, false],
])('conventions find %s as %s; it is taken: %s', (name, own, isTaken) => {
  expect([findOwnHeader(name), isTakenHeader(name)]).toEqual([own, isTaken]);
});
