import { brotliCompressSync, constants, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Coding, CODINGS, compress, compressOnce } from '../../../../src/gateway/protocol/compress.ts';

const hasZstd = typeof zstdCompressSync === 'function';
/** How Node compresses at a level. */
const COMPRESS: Record<Coding, (body: Uint8Array, level: number) => Uint8Array> = {
  br: (body, level) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: level } }),
  zstd: (body, level) => zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: level } }),
  gzip: (body, level) => gzipSync(body, { level }),
};
const body = (bytes: number) => {
  const records = Array.from({ length: bytes / 40 }, (_, n) => ({ id: n, name: ((n * 7919) % 104_729).toString(36) }));
  return Buffer.from(JSON.stringify(records).padEnd(bytes).slice(0, bytes));
};
const small = body(10_000);
const limit = body(512 * 1024);
const large = body(512 * 1024 + 1);

test('codings are in order of preference', () => {
  expect(CODINGS).toEqual(hasZstd ? ['br', 'zstd', 'gzip'] : ['br', 'gzip']);
});

test.each<[Coding, number]>([['br', 4], ['gzip', 6], ...(hasZstd ? ([['zstd', 3]] as [Coding, number][]) : [])])(
  '%s of a body that is sent once has level %i',
  async (coding, level) => {
    expect(await compress(small, coding)).toEqual(COMPRESS[coding](small, level));
    expect(await compress(large, coding)).toEqual(COMPRESS[coding](large, level));
  },
);

test.each<[Coding, Buffer, number]>([
  ['br', small, 11],
  ['br', large, 9],
  ['gzip', small, 9],
  ['gzip', limit, 9],
  ['gzip', large, 9],
  ...(hasZstd
    ? ([
        ['zstd', small, 19],
        ['zstd', limit, 19],
        ['zstd', large, 12],
      ] as [Coding, Buffer, number][])
    : []),
])('%s of a body that is sent many times', async (coding, bytes, level) => {
  expect(await compressOnce(bytes, coding)).toEqual(COMPRESS[coding](bytes, level));
});

test('text is compressed as UTF-8', async () => {
  expect(String(gunzipSync(await compress('Zürich', 'gzip')))).toBe('Zürich');
});
