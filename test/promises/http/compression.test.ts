// Content codings, RFC 9110 sections 8.4 and 12.5.3: what is large is sent compressed to whoever accepts that.
import * as zlib from 'node:zlib';
import { request } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

interface Coded {
  status: number;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

/** Sends a request and gives the bytes of the answer as they came. */
async function send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Coded> {
  const { hostname, port } = portico.url;
  const authorization = `Bearer ${await portico.token('products:read users:read forecast:read')}`;
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path: portico.path(path), method, headers: { authorization, ...type, ...headers } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const { 'x-request-id': _, date: __, ...kept } = incoming.headers;
          resolve({ status: incoming.statusCode!, headers: kept, bytes: Buffer.concat(chunks) });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const get = (path: string, coding?: string, more = {}) =>
  send('GET', path, { ...(coding !== undefined && { 'accept-encoding': coding }), ...more });

const DECODE: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => zlib.brotliDecompressSync(bytes),
  gzip: (bytes) => zlib.gunzipSync(bytes),
  zstd: (bytes) => zlib.zstdDecompressSync(bytes),
};
const CODINGS = typeof zlib.zstdCompress === 'function' ? ['br', 'gzip', 'zstd'] : ['br', 'gzip'];

const LARGE = '/v1/products?limit=100';
const SMALL = '/v1/products/1';

describe.each([LARGE, '/v1/openapi.json', '/docs/changes', '/v1/users?limit=100'])('%s', (path) => {
  test('comes as it is to who accepts nothing, and says that this may differ', async () => {
    for (const coding of [undefined, '', 'identity', 'deflate', 'compress;q=1', 'br;q=0', '*;q=0']) {
      const { status, headers, bytes } = await get(path, coding);
      expect([status, headers['content-encoding'], headers['content-length']]).toEqual([
        200,
        undefined,
        String(bytes.length),
      ]);
      expect(headers['vary']).toMatch(/Accept-Encoding$/);
    }
  });

  test.each(CODINGS)('comes in %s, with its own length and tag, and is the same', async (coding) => {
    const [plain, coded] = await Promise.all([get(path), get(path, coding)]);
    expect(DECODE[coding]!(coded.bytes)).toEqual(plain.bytes);
    const etag = plain.headers['etag'] as string | undefined;
    expect(coded.headers).toEqual({
      ...plain.headers,
      'content-encoding': coding,
      'content-length': String(coded.bytes.length),
      ...(etag !== undefined && { etag: etag.replace(/"$/, `.${coding}"`) }),
    });
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length);
    const head = await send('HEAD', path, { 'accept-encoding': coding });
    expect(head).toEqual({ ...coded, bytes: Buffer.alloc(0) });
  });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['*', 'br'],
    ['br;q=0, *', CODINGS.includes('zstd') ? 'zstd' : 'gzip'],
    [`${'x,'.repeat(2000)}gzip`, 'gzip'],
  ])('to Accept-Encoding: %s comes in %s', async (accepted, coding) => {
    expect((await get(path, accepted)).headers['content-encoding']).toBe(coding);
  });
});

test.each([SMALL, '/health/live', '/v1/users/x', '/nothing'])('%s is too small to be compressed', async (path) => {
  const { headers } = await get(path, 'br, gzip');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(headers['vary'] ?? '').not.toContain('Encoding');
});

test('even what is small is compressed for who cannot take it otherwise', async () => {
  const { headers, bytes } = await get(SMALL, 'gzip, identity;q=0');
  expect(headers['content-encoding']).toBe('gzip');
  expect(zlib.gunzipSync(bytes)).toEqual((await get(SMALL)).bytes);
});

describe.each([LARGE, '/v1/openapi.json'])('the tag of %s', (path) => {
  test('is that of what the client would get', async () => {
    const plain = (await get(path)).headers['etag'] as string;
    const br = (await get(path, 'br')).headers['etag'] as string;
    const status = async (coding: string | undefined, tag: string) =>
      (await get(path, coding, { 'if-none-match': tag })).status;
    expect([await status(undefined, plain), await status('br', br), await status('gzip, br', `"x", ${br}`)]).toEqual([
      304, 304, 304,
    ]);
    expect([await status(undefined, br), await status('br', plain), await status('gzip', br)]).toEqual([200, 200, 200]);
  });

  test('stands on 304 with its coding, and without the headers of a body', async () => {
    const { etag } = (await get(path, 'br')).headers;
    const again = await get(path, 'br', { 'if-none-match': etag });
    expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, etag]);
    for (const name of ['content-encoding', 'content-type']) expect(again.headers).not.toHaveProperty(name);
    expect(again.headers['vary']).toMatch(/Accept-Encoding$/);
  });

  test('meets If-Match whatever its coding', async () => {
    const tags = await Promise.all(
      [undefined, ...CODINGS].map(async (coding) => (await get(path, coding)).headers['etag']),
    );
    for (const tag of tags) expect((await get(path, 'gzip', { 'if-match': tag })).status).toBe(200);
    expect((await get(path, 'gzip', { 'if-match': '"x.br"' })).status).toBe(412);
  });
});
