import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ResponseTooLargeError, readBoundedText } from '../../../../../src/gateway/execution/remote/readBoundedText.ts';

/** The text of a body that arrives in these pieces. */
function read(pieces: readonly (string | Buffer)[], headers: Record<string, string>, maxBytes: number) {
  const body = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  return readBoundedText(Object.assign(body, { headers }) as unknown as IncomingMessage, maxBytes);
}

/** The bytes, one by one. */
const bytesOf = (bytes: Buffer) => Array.from(bytes, (byte) => Buffer.of(byte));

describe('a body', () => {
  test.each<[string, (string | Buffer)[], Record<string, string>]>([
    ['in pieces', ['aü', 'cd'], {}],
    ['with its length', ['aücd'], { 'content-length': '5' }],
    ['whose character is split between pieces', bytesOf(Buffer.from('aücd')), {}],
    ['that begins with a byte order mark', [Buffer.from([0xef, 0xbb, 0xbf]), 'ab'], {}],
  ])('%s of the maximum size is read', async (_, pieces, headers) => {
    const text = await read(pieces, headers, 5);
    expect(['aücd', 'ab']).toContain(text);
  });
  test('that is absent is empty', async () => expect(await read([], {}, 0)).toBe(''));

  test.each<[string, (string | Buffer)[], Record<string, string>]>([
    ['in pieces', ['ab', 'cd', 'ef', 'gh', 'ij'], {}],
    ['by its length', ['abcdef'], { 'content-length': '6' }],
    ['when it is decompressed', [gzipSync('a'.repeat(100_000))], { 'content-encoding': 'gzip' }],
  ])('that is too large %s is refused', async (_, pieces, headers) => {
    const refused = read(pieces, headers, headers['content-encoding'] ? 1000 : 5);
    await expect(refused).rejects.toThrow(ResponseTooLargeError);
    await expect(refused).rejects.toThrow(
      /^The response of the upstream is larger than \d+ bytes \(UPSTREAM_MAX_BYTES\)\.$/,
    );
  });
});

describe('content codings', () => {
  test.each<[string, Buffer]>([
    ['gzip', gzipSync('aücd')],
    ['X-Gzip', gzipSync('aücd')],
    ['deflate', deflateSync('aücd')],
    ['br', brotliCompressSync('aücd')],
    ['gzip, br', brotliCompressSync(gzipSync('aücd'))],
  ])('%s is decompressed', async (coding, bytes) => {
    expect(await read(bytesOf(bytes), { 'content-encoding': coding }, 5)).toBe('aücd');
  });
  test('one that is not known stays', async () => {
    expect(await read(['aücd'], { 'content-encoding': 'zstd' }, 5)).toBe('aücd');
  });
  test.each([
    ['broken off', gzipSync('aücd').subarray(0, 15)],
    ['not gzip', Buffer.from('aücd')],
  ])('a body that is %s is refused', async (_, bytes) => {
    await expect(read([bytes], { 'content-encoding': 'gzip' }, 100)).rejects.toThrow();
  });
});
