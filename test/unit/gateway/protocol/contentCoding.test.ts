import * as zlib from 'node:zlib';
import { brotliCompressSync, constants, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  CODINGS,
  type Coding,
  compress,
  compressOnce,
  encodeBody,
  negotiateCoding,
} from '../../../../src/gateway/protocol/contentCoding.ts';

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

describe('compress', () => {
  const hasZstd = typeof zstdCompressSync === 'function';
  /** How Node compresses at a level. */
  const COMPRESS: Record<Coding, (body: Uint8Array, level: number) => Uint8Array> = {
    br: (body, level) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: level } }),
    zstd: (body, level) => zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: level } }),
    gzip: (body, level) => gzipSync(body, { level }),
  };
  const body = (bytes: number) => {
    const records = Array.from({ length: bytes / 40 }, (_, n) => ({
      id: n,
      name: ((n * 7919) % 104_729).toString(36),
    }));
    return Buffer.from(JSON.stringify(records).padEnd(bytes).slice(0, bytes));
  };
  const text = body(10_000);
  const limit = body(512 * 1024);
  const best = body(512 * 1024 + 1);

  test('codings are in order of preference', () => {
    expect(CODINGS).toEqual(hasZstd ? ['br', 'zstd', 'gzip'] : ['br', 'gzip']);
  });

  test.each<[Coding, number]>([['br', 4], ['gzip', 6], ...(hasZstd ? ([['zstd', 3]] as [Coding, number][]) : [])])(
    '%s of a body that is sent once has level %i',
    async (coding, level) => {
      expect(await compress(text, coding)).toEqual(COMPRESS[coding](text, level));
      expect(await compress(best, coding)).toEqual(COMPRESS[coding](best, level));
    },
  );

  test.each<[Coding, Buffer, number]>([
    ['br', text, 11],
    ['br', best, 9],
    ['gzip', text, 9],
    ['gzip', limit, 9],
    ['gzip', best, 9],
    ...(hasZstd
      ? ([
          ['zstd', text, 19],
          ['zstd', limit, 19],
          ['zstd', best, 12],
        ] as [Coding, Buffer, number][])
      : []),
  ])('%s of a body that is sent many times', async (coding, bytes, level) => {
    expect(await compressOnce(bytes, coding)).toEqual(COMPRESS[coding](bytes, level));
  });

  test('up to 512 KiB have the best quality', async () => {
    const atLimit = Buffer.concat([text, Buffer.alloc(512 * 1024 - text.length)]);
    expect(await compressOnce(atLimit, 'br')).toEqual(COMPRESS.br(atLimit, 11));
  });

  test('text is compressed as UTF-8', async () => {
    expect(String(gunzipSync(await compress('Zürich', 'gzip')))).toBe('Zürich');
  });
});

describe('Zstandard', () => {
  afterEach(() => {
    vi.doUnmock('node:zlib');
    vi.resetModules();
  });

  /** The module on a Node whose zlib has this compression. */
  function importWith(zstdCompress: unknown) {
    vi.resetModules();
    const withLevel = { ...constants, ZSTD_c_compressionLevel: 100 };
    vi.doMock('node:zlib', () => ({ default: { ...zlib, constants: withLevel, zstdCompress } }));
    return import('../../../../src/gateway/protocol/contentCoding.ts');
  }

  test('comes after Brotli where Node has it, with its levels', async () => {
    const zstd = (body: unknown, options: object, settle: (error: null, bytes: Uint8Array) => void) =>
      settle(null, Buffer.from(`${String(body)} with ${JSON.stringify(options)}`));
    const supported = await importWith(zstd);
    expect(supported.CODINGS).toEqual(['br', 'zstd', 'gzip']);
    expect(String(await supported.compress('a', 'zstd'))).toBe('a with {"params":{"100":3}}');
    expect(String(await supported.compressOnce(Buffer.from('a'), 'zstd'))).toBe('a with {"params":{"100":19}}');
  });

  test('is no coding where Node lacks it', async () => {
    expect((await importWith(undefined)).CODINGS).toEqual(['br', 'gzip']);
  });

  test('that fails is an error', async () => {
    const failure = new Error('out of memory');
    const failing = (_: unknown, __: object, settle: (error: Error) => void) => settle(failure);
    await expect((await importWith(failing)).compress('a', 'zstd')).rejects.toBe(failure);
  });
});
