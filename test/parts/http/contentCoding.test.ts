import zlib from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  CODINGS,
  type Coding,
  compress,
  compressOnce,
  encodeBody,
  negotiateCoding,
} from '../../../src/gateway/http/contentCoding.ts';

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
    expect(String(zlib.gunzipSync(reply.body as Uint8Array))).toBe('hello');
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
  const DECOMPRESS: Record<Coding, (bytes: Uint8Array) => Uint8Array> = {
    br: (bytes) => zlib.brotliDecompressSync(bytes),
    zstd: (bytes) => zlib.zstdDecompressSync(bytes),
    gzip: (bytes) => zlib.gunzipSync(bytes),
  };
  const body = (bytes: number) => {
    const records = Array.from({ length: bytes / 40 }, (_, n) => ({
      id: n,
      name: ((n * 7919) % 104_729).toString(36),
    }));
    return Buffer.from(JSON.stringify(records).padEnd(bytes).slice(0, bytes));
  };
  const text = body(10_000);
  const atLimit = body(512 * 1024);
  const beyond = body(512 * 1024 + 1);

  test('codings are in order of preference', () => {
    expect(CODINGS).toEqual('zstdCompress' in zlib ? ['br', 'zstd', 'gzip'] : ['br', 'gzip']);
  });

  // What a library makes of a body changes with its version.
  describe.each(CODINGS)('%s', (coding) => {
    test.each([
      ['10 kB', text],
      ['512 KiB', atLimit],
      ['more', beyond],
    ])('of %s restores the body', async (_, bytes) => {
      const [once, many] = await Promise.all([compress(bytes, coding), compressOnce(bytes, coding)]);
      expect(bytes.equals(DECOMPRESS[coding](once))).toBe(true);
      expect(bytes.equals(DECOMPRESS[coding](many))).toBe(true);
    });

    test('is smaller where a body is sent many times', async () => {
      const [once, many] = await Promise.all([compress(atLimit, coding), compressOnce(atLimit, coding)]);
      expect(many.length).toBeLessThan(once.length);
    });
  });

  test('text is compressed as UTF-8', async () => {
    expect(String(zlib.gunzipSync(await compress('Zürich', 'gzip')))).toBe('Zürich');
  });
});

describe('with another zlib', () => {
  afterEach(() => {
    vi.doUnmock('node:zlib');
    vi.resetModules();
  });

  /** The module on a Node whose zlib has these functions. */
  function importWith(functions: object) {
    vi.resetModules();
    const withLevel = { ...zlib.constants, BROTLI_PARAM_QUALITY: 100, ZSTD_c_compressionLevel: 100 };
    vi.doMock('node:zlib', () => ({ default: { ...zlib, constants: withLevel, ...functions } }));
    return import('../../../src/gateway/http/contentCoding.ts');
  }

  /** Returns its options in place of the body. */
  const echo = (_: unknown, options: object, settle: (error: null, bytes: Uint8Array) => void) =>
    settle(null, Buffer.from(JSON.stringify(options)));

  test('Zstandard comes after Brotli where Node has it', async () => {
    expect((await importWith({ zstdCompress: echo })).CODINGS).toEqual(['br', 'zstd', 'gzip']);
  });

  test('Zstandard is no coding where Node lacks it', async () => {
    expect((await importWith({ zstdCompress: undefined })).CODINGS).toEqual(['br', 'gzip']);
  });

  test.each<[Coding, (level: number) => object, levels: { once: number; many: number; beyondLimit: number }]>([
    ['br', (level) => ({ params: { 100: level } }), { once: 4, many: 11, beyondLimit: 9 }],
    ['zstd', (level) => ({ params: { 100: level } }), { once: 3, many: 19, beyondLimit: 12 }],
    ['gzip', (level) => ({ level }), { once: 6, many: 9, beyondLimit: 9 }],
  ])('%s has its levels', async (coding, optionsOf, { once, many, beyondLimit }) => {
    const current = await importWith({ brotliCompress: echo, zstdCompress: echo, gzip: echo });
    const [atLimit, beyond] = [Buffer.alloc(512 * 1024), Buffer.alloc(512 * 1024 + 1)];
    const read = async (bytes: Promise<Uint8Array>) => JSON.parse(String(await bytes)) as unknown;
    expect(await read(current.compress('a', coding))).toEqual(optionsOf(once));
    expect(await read(current.compress(beyond, coding))).toEqual(optionsOf(once));
    expect(await read(current.compressOnce(Buffer.from('a'), coding))).toEqual(optionsOf(many));
    expect(await read(current.compressOnce(atLimit, coding))).toEqual(optionsOf(many));
    expect(await read(current.compressOnce(beyond, coding))).toEqual(optionsOf(beyondLimit));
  });

  test('a failure of it is an error', async () => {
    const failure = new Error('out of memory');
    const failing = (_: unknown, __: object, settle: (error: Error) => void) => settle(failure);
    await expect((await importWith({ zstdCompress: failing })).compress('a', 'zstd')).rejects.toBe(failure);
  });
});
