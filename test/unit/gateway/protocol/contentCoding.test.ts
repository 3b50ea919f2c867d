import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encodeBody, negotiateCoding } from '../../../../src/gateway/protocol/contentCoding.ts';

const large = { status: 200, headers: { 'content-type': 'application/json', etag: '"1"' }, body: 'x'.repeat(1024) };
const small = { ...large, body: 'x'.repeat(1023) };

describe('the coding', () => {
  test.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['gzip, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['gzip;q=0', undefined],
    ['*', 'br'],
    ['*, br;q=0', process.versions.node < '22.15' ? 'gzip' : 'zstd'],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=0, deflate', undefined],
  ])('for Accept-Encoding: %s is %s', (acceptEncoding, expected) => {
    const { headers, body } = negotiateCoding(large, acceptEncoding);
    expect(headers).toEqual({
      'content-type': 'application/json',
      etag: expected === undefined ? '"1"' : `"1.${expected}"`,
      vary: 'Accept-Encoding',
      ...(expected !== undefined && { 'content-encoding': expected }),
    });
    expect(body).toBe(large.body);
  });

  test.each([
    'text/html; charset=utf-8',
    'image/svg+xml',
    'application/json',
    'application/javascript',
    'application/problem+json',
    'application/vnd.toy.v1+json',
  ])('is negotiated for %s', (type) => {
    const reply = { status: 200, headers: { 'content-type': type }, body: large.body };
    expect(negotiateCoding(reply, 'gzip').headers['content-encoding']).toBe('gzip');
  });
  test.each(['image/png', 'application/zip', 'x-text/html', 'application/xml', 'application/x-json', ''])(
    'is not for %j',
    (type) => {
      const reply = { status: 200, headers: { 'content-type': type }, body: large.body };
      expect(negotiateCoding(reply, 'gzip')).toBe(reply);
    },
  );
  test.each<[string, object]>([
    ['without a body', { body: null }],
    ['without a media type', { headers: {} }],
    ['with a coding', { headers: { ...large.headers, 'content-encoding': 'br' } }],
    ['that must not be transformed', { headers: { ...large.headers, 'cache-control': 'private, no-transform' } }],
    ['that is small', { body: small.body }],
    ['that is small by its Content-Length', { headers: { ...large.headers, 'content-length': '1023' } }],
  ])('leaves a reply %s as it is', (_, changes) => {
    const reply = { ...large, ...changes };
    expect(negotiateCoding(reply, 'gzip')).toBe(reply);
  });
  test('does not depend on other cache directives', () => {
    const reply = { ...large, headers: { ...large.headers, 'cache-control': 'private' } };
    expect(negotiateCoding(reply, 'gzip').headers['content-encoding']).toBe('gzip');
  });
  test('depends on Content-Length where the body is not there', () => {
    const reply = { ...large, headers: { ...large.headers, 'content-length': '1024' }, body: '' };
    expect(negotiateCoding(reply, 'gzip').headers['content-encoding']).toBe('gzip');
  });
  test('without a tag adds none', () => {
    const { headers } = negotiateCoding({ ...large, headers: { 'content-type': 'text/plain' } }, 'gzip');
    expect(headers).toEqual({ 'content-type': 'text/plain', vary: 'Accept-Encoding', 'content-encoding': 'gzip' });
  });
  test('of a small body is only one that the client insists on', () => {
    expect(negotiateCoding(small, 'identity;q=0, gzip').headers['content-encoding']).toBe('gzip');
    expect(negotiateCoding(small, 'gzip, br;q=0').headers).toEqual({ ...small.headers, vary: 'Accept-Encoding' });
    expect(negotiateCoding(small, undefined)).toBe(small);
  });
  test('is added to Vary', () => {
    const reply = { ...large, headers: { ...large.headers, vary: 'Accept' } };
    expect(negotiateCoding(reply, 'gzip').headers['vary']).toBe('Accept, Accept-Encoding');
  });
});

describe('the body', () => {
  test('is encoded in the coding of its headers', async () => {
    const reply = await encodeBody({ status: 200, headers: { a: 'b', 'content-encoding': 'gzip' }, body: 'hello' });
    expect(String(gunzipSync(reply.body as Uint8Array))).toBe('hello');
    expect(reply).toMatchObject({ status: 200, headers: { a: 'b', 'content-length': String(reply.body!.length) } });
  });
  test('may be encoded by somebody else', async () => {
    const encode = async (body: unknown, coding: string) => Buffer.from(`${String(body)} in ${coding}`);
    const reply = await encodeBody({ status: 200, headers: { 'content-encoding': 'br' }, body: 'hello' }, encode);
    expect([String(reply.body), reply.headers['content-length']]).toEqual(['hello in br', '11']);
  });
  test.each<[string, object]>([
    ['without a coding', { headers: {} }],
    ['in an unknown coding', { headers: { 'content-encoding': 'deflate' } }],
    ['without a body', { body: null }],
  ])('is left as it is %s', async (_, changes) => {
    const reply = { status: 200, headers: { 'content-encoding': 'gzip' }, body: 'hello', ...changes };
    expect(await encodeBody(reply)).toBe(reply);
  });
});
