// /graphql compresses what is large, as REST does.
import { brotliDecompressSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

async function send(method: string, query: string, coding: string) {
  const { hostname, port } = portico.url;
  const path = `${portico.path('/graphql')}?query=${encodeURIComponent(query)}`;
  const headers = { authorization: `Bearer ${await portico.token('products:read')}`, 'accept-encoding': coding };
  return new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve({ headers: incoming.headers, bytes: Buffer.concat(chunks) }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

const LARGE = '{ products(first: 100) { nodes { id name } } }';

test('a large answer comes in br, with its own length, to GET and to HEAD', async () => {
  const [plain, coded, head] = await Promise.all([
    send('GET', LARGE, 'identity'),
    send('GET', LARGE, 'br'),
    send('HEAD', LARGE, 'br'),
  ]);
  expect(brotliDecompressSync(coded.bytes)).toEqual(plain.bytes);
  expect(coded.headers).toMatchObject({
    'content-encoding': 'br',
    'content-length': String(coded.bytes.length),
    'content-type': plain.headers['content-type'],
  });
  for (const { headers } of [plain, coded, head]) expect(headers['vary']).toBe('Accept, Accept-Encoding');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect([head.headers['content-length'], head.bytes.length]).toEqual([coded.headers['content-length'], 0]);
});

test('a small answer comes as it is', async () => {
  const { headers, bytes } = await send('GET', '{ __typename }', 'br');
  expect([headers['content-encoding'], headers['vary'], String(bytes)]).toEqual([
    undefined,
    'Accept',
    '{"data":{"__typename":"Query"}}\n',
  ]);
});
