// The coding of a reply. What clients get is in `test/promises/http/compression.test.ts`.
import zlib from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { encodeBody, negotiateCoding } from '../../../src/gateway/server.ts';

const large = { status: 200, headers: { 'content-type': 'application/json', etag: '"1"' }, body: 'x'.repeat(1024) };
const small = { ...large, body: 'x'.repeat(1023) };

describe('the coding', () => {
  test.each<[string, string, object]>([
    ['"1"', '"1.gzip"', {}],
    ['"5.1"', '"5.1-gzip"', { vary: 'Accept' }],
  ])('of what has the tag %s has the tag %s', (etag, coded, more) => {
    const { headers, body } = negotiateCoding({ ...large, headers: { ...large.headers, etag, ...more } }, 'gzip');
    expect(headers).toEqual({
      'content-type': 'application/json',
      etag: coded,
      vary: 'vary' in more ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
      'content-encoding': 'gzip',
    });
    expect(body).toBe(large.body);
  });

  test.each([
    'text/html; charset=utf-8',
    'image/svg+xml',
    'application/javascript',
    'application/jsonl',
    'application/vnd.toy.v1+json',
  ])('is negotiated for %s', (type) => {
    const { headers } = negotiateCoding({ ...large, headers: { 'content-type': type } }, 'gzip');
    expect(headers).toEqual({ 'content-type': type, vary: 'Accept-Encoding', 'content-encoding': 'gzip' });
  });

  test.each<[string, object]>([
    ...['image/png', 'application/zip', 'x-text/html', 'application/xml', 'application/x-json', ''].map(
      (type): [string, object] => [`of the type ${type}`, { headers: { 'content-type': type } }],
    ),
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

  test('depends on Content-Length where the body is not there, and on no other cache directive', () => {
    const headers = { ...large.headers, 'content-length': '1024', 'cache-control': 'private' };
    expect(negotiateCoding({ ...large, headers, body: '' }, 'gzip').headers['content-encoding']).toBe('gzip');
  });

  test('of a small body is only one that the client insists on', () => {
    expect(negotiateCoding(small, 'identity;q=0, gzip').headers['content-encoding']).toBe('gzip');
    expect(negotiateCoding(small, 'gzip, br;q=0').headers).toEqual({ ...small.headers, vary: 'Accept-Encoding' });
    expect(negotiateCoding(small, undefined)).toBe(small);
  });
});

describe('the body', () => {
  afterEach(() => void vi.restoreAllMocks());
  const encoded = (coding: string, body = 'Zürich') =>
    encodeBody({ status: 200, headers: { a: 'b', 'content-encoding': coding }, body });

  test('is encoded in UTF-8 and in the coding of its headers', async () => {
    const { body, headers } = await encoded('gzip');
    expect(String(zlib.gunzipSync(body as Uint8Array))).toBe('Zürich');
    expect(headers).toEqual({ a: 'b', 'content-encoding': 'gzip', 'content-length': String(body!.length) });
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

  test('is compressed fast rather than small, and a failure is an error', async () => {
    const spies = [vi.spyOn(zlib, 'brotliCompress'), vi.spyOn(zlib, 'gzip')];
    for (const coding of ['br', 'gzip']) await encoded(coding);
    expect(spies.map(({ mock }) => mock.calls.map(([, options]) => options as unknown))).toEqual([
      [{ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }],
      [{ level: 6 }],
    ]);
    const failure = new Error('out of memory');
    spies[1]!.mockImplementation(((_: unknown, __: object, settle: (error: Error) => void) =>
      settle(failure)) as never);
    await expect(encoded('gzip')).rejects.toBe(failure);
  });

  test.runIf('zstdCompress' in zlib)('is compressed fast by Zstandard, too', async () => {
    const spy = vi.spyOn(zlib, 'zstdCompress');
    await encoded('zstd');
    expect(spy.mock.calls.map(([, options]) => options as unknown)).toEqual([
      { params: { [zlib.constants.ZSTD_c_compressionLevel]: 3 } },
    ]);
  });
});
