import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** A supported content coding. See RFC 9110, section 8.4.1, RFC 7932 and RFC 8878. */
export type Coding = 'br' | 'zstd' | 'gzip';

/** In order of preference. Node supports Zstandard since 22.15. */
export const CODINGS: readonly Coding[] =
  typeof zlib.zstdCompress === 'function' ? ['br', 'zstd', 'gzip'] : ['br', 'gzip'];

const gzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip);
const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);

/** Up to this size, the best quality takes well below a second. */
const MAX_BEST_QUALITY_BYTES = 512 * 1024;

/** Compresses a body that is sent once, fast rather than small, outside the event loop. */
export function compress(body: string | Uint8Array, coding: Coding): Promise<Uint8Array> {
  return run(body, coding, { br: 4, zstd: 3, gzip: 6 });
}

/** Compresses a body that is sent many times, as small as possible in about a second. */
export function compressOnce(body: Uint8Array, coding: Coding): Promise<Uint8Array> {
  return run(
    body,
    coding,
    body.length > MAX_BEST_QUALITY_BYTES ? { br: 9, zstd: 12, gzip: 9 } : { br: 11, zstd: 19, gzip: 9 },
  );
}

function run(body: string | Uint8Array, coding: Coding, levels: Readonly<Record<Coding, number>>): Promise<Uint8Array> {
  const level = levels[coding];
  if (coding === 'gzip') return gzip(body, { level });
  if (coding === 'br') return brotli(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: level } });
  return new Promise((resolve, reject) => {
    const params = { [zlib.constants.ZSTD_c_compressionLevel]: level };
    zlib.zstdCompress(body, { params }, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}
