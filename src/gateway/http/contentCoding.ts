// The content coding of a response and its headers: RFC 9110, section 8.4. Small bodies, media types that are already compressed,
// and responses with a coding of their own are left as they are.
// The default export: bundlers would import zstdCompress by its name, which Node 20 lacks.
import { pipeline } from 'node:stream';
import zlib from 'node:zlib';
import Negotiator from 'negotiator';
import { type BodyStream, type Reply, addVary } from './Reply.ts';
import { codedTag } from './entityTags.ts';

/** Below this size, compression saves less than a packet. */
const MIN_COMPRESSED_BYTES = 1024;

const COMPRESSIBLE = /^(?:text\/|image\/svg\+xml|application\/(?:jsonl?|javascript|[\w.-]+\+json))/;

/**
 * Sets the headers for the negotiated coding, ETag and Vary included. `encodeBody` compresses the body later, because the tag
 * may decide that no body is sent.
 */
export function negotiateCoding(reply: Reply, acceptEncoding: string | undefined): Reply {
  const { headers, body, stream } = reply;
  const isFixed = headers['content-encoding'] !== undefined || headers['cache-control']?.includes('no-transform');
  if ((body === null && !stream) || isFixed || !headers['content-type']?.match(COMPRESSIBLE)) return reply;
  const isSmall = body !== null && Number(headers['content-length'] ?? body.length) < MIN_COMPRESSED_BYTES;
  if (isSmall && !acceptEncoding?.includes('q=0')) return reply;
  const varied = { ...headers, vary: addVary(headers['vary'], 'Accept-Encoding') };
  const coding = chooseCoding(acceptEncoding, isSmall);
  if (coding === undefined) return { ...reply, headers: varied };
  const { etag } = headers;
  return {
    ...reply,
    headers: { ...varied, 'content-encoding': coding, ...(etag !== undefined && { etag: codedTag(etag, coding) }) },
  };
}

/** Encodes the body in the coding of its headers, and sets Content-Length. `encode` can be a cache. */
export async function encodeBody(
  reply: Reply,
  encode: (body: string | Uint8Array, coding: Coding) => Promise<Uint8Array> = compress,
): Promise<Reply> {
  const coding = CODINGS.find((supported) => supported === reply.headers['content-encoding']);
  if (coding !== undefined && reply.stream) return { ...reply, stream: encodeStream(reply.stream, coding) };
  if (coding === undefined || reply.body === null) return reply;
  const body = await encode(reply.body, coding);
  return { ...reply, headers: { ...reply.headers, 'content-length': String(body.length) }, body };
}

/** Encodes the parts of a body as they come; each is flushed, so that none waits for the next. */
async function* encodeStream(stream: BodyStream, coding: Coding): AsyncGenerator<Uint8Array, void> {
  const { BROTLI_PARAM_QUALITY, BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH, ZSTD_e_flush } = zlib.constants;
  const coder =
    coding === 'gzip'
      ? zlib.createGzip({ level: LEVELS.gzip, flush: Z_SYNC_FLUSH })
      : coding === 'br'
        ? zlib.createBrotliCompress({ flush: BROTLI_OPERATION_FLUSH, params: { [BROTLI_PARAM_QUALITY]: LEVELS.br } })
        : zlib.createZstdCompress({ flush: ZSTD_e_flush });
  // What fails in it fails the coder.
  pipeline(stream, coder, () => {});
  yield* coder as AsyncIterable<Uint8Array>;
}

/** The preferred coding; undefined for the identity, also where the client accepts nothing that is supported. */
function chooseCoding(acceptEncoding: string | undefined, isSmall: boolean): Coding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(
    [...CODINGS, 'identity'],
    // @ts-expect-error The types lack the second parameter of version 1, the order among equal qualities.
    { preferred: CODINGS },
  );
  if (isSmall && accepted.includes('identity')) return undefined;
  return CODINGS.find((supported) => supported === accepted[0]);
}

/** A supported content coding. See RFC 9110, section 8.4.1, RFC 7932 and RFC 8878. */
export type Coding = 'br' | 'zstd' | 'gzip';

/** In order of preference. Node supports Zstandard since 22.15. */
export const CODINGS: readonly Coding[] =
  typeof zlib.zstdCompress === 'function' ? ['br', 'zstd', 'gzip'] : ['br', 'gzip'];

/** Up to this size, the best quality takes well below a second. */
const MAX_BEST_QUALITY_BYTES = 512 * 1024;

/** For what is sent once. */
const LEVELS = { br: 4, zstd: 3, gzip: 6 };

/** Compresses a body that is sent once, fast rather than small, outside the event loop. */
export function compress(body: string | Uint8Array, coding: Coding): Promise<Uint8Array> {
  return run(body, coding, LEVELS);
}

/** Compresses a body that is sent many times, as small as possible in about a second. */
export function compressOnce(body: Uint8Array, coding: Coding): Promise<Uint8Array> {
  const isSmall = body.length <= MAX_BEST_QUALITY_BYTES;
  return run(body, coding, isSmall ? { br: 11, zstd: 19, gzip: 9 } : { br: 9, zstd: 12, gzip: 9 });
}

function run(body: string | Uint8Array, coding: Coding, levels: Readonly<Record<Coding, number>>): Promise<Uint8Array> {
  const level = levels[coding];
  const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = zlib.constants;
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null, bytes: Uint8Array) => (error ? reject(error) : resolve(bytes));
    if (coding === 'gzip') zlib.gzip(body, { level }, settle);
    else if (coding === 'br') zlib.brotliCompress(body, { params: { [BROTLI_PARAM_QUALITY]: level } }, settle);
    else zlib.zstdCompress(body, { params: { [ZSTD_c_compressionLevel]: level } }, settle);
  });
}
