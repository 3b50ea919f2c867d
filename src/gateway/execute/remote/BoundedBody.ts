// The body of an upstream's response as text, within a bound.
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { truncate } from '../../base/errors/nearNames.ts';
import { parseList } from '../../http/fieldSyntax.ts';
import type { AbortSignalLike } from '../../http/signals.ts';

/** A response body cannot be read as text, although the connection has not failed. */
export class InvalidBodyError extends Error {
  override name = 'InvalidBodyError';
}

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** Codings of one body: that of a server, that of a proxy, and one to spare. */
const MAX_CODINGS = 3;

/** The value of Accept-Encoding. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Collects a body of at most `maxBytes`, as received and after decompression. */
export class BoundedBody {
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns whether it is not too large. */
  add(chunk: Buffer): boolean {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) return false;
    this.#chunks.push(chunk);
    return true;
  }

  /**
   * The text without its content codings. Throws an InvalidBodyError, or rejects with it, where one is not known or there are too many, the
   * body is not in its coding, not in UTF-8, as JSON must be, or too large; rejects with the reason of the signal where that is aborted. See
   * RFC 8259, section 8.1, and RFC 9110, section 8.4.
   */
  text(codings: string | undefined, signal: AbortSignalLike): string | Promise<string> {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    return codings === undefined || bytes.length === 0
      ? decodeText(bytes)
      : this.#decode(bytes, codings, signal).then(decodeText);
  }

  #decode(bytes: Buffer, codings: string, signal: AbortSignalLike): Promise<Buffer> {
    return decodeContent(bytes, codings, this.#maxBytes, signal).catch((cause: NodeJS.ErrnoException) => {
      signal.throwIfAborted();
      if (cause instanceof InvalidBodyError) throw cause;
      if (cause.code === 'ERR_BUFFER_TOO_LARGE') throw this.tooLargeError();
      throw new InvalidBodyError('The body of the response cannot be decoded.', { cause });
    });
  }

  tooLargeError(): InvalidBodyError {
    return new InvalidBodyError(
      `The response of the upstream is larger than ${this.#maxBytes} bytes (UPSTREAM_MAX_BYTES).`,
    );
  }
}

/**
 * Removes the content codings of a body of at most `maxBytes`, between two of them as well, until the signal is aborted. Rejects with an
 * InvalidBodyError for one that is not known and for too many, with the error of zlib, or with the reason of the signal. See RFC 9110,
 * section 8.4.
 */
export async function decodeContent(
  bytes: Buffer,
  codings: string,
  maxBytes: number,
  signal: AbortSignalLike,
): Promise<Buffer> {
  const names = parseList(codings.toLowerCase()).filter((name) => name !== 'identity');
  const unknown = names.find((name) => !DECODERS.has(name));
  if (unknown !== undefined)
    throw new InvalidBodyError(`The content coding ${truncate(unknown, 40)} is not supported.`);
  if (names.length > MAX_CODINGS) {
    throw new InvalidBodyError(`The body has ${names.length} content codings; the maximum is ${MAX_CODINGS}.`);
  }
  let decoded = bytes;
  for (const name of names.toReversed()) {
    signal.throwIfAborted();
    decoded = await DECODERS.get(name)!(decoded, { maxOutputLength: maxBytes });
  }
  return decoded;
}

function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new InvalidBodyError('The body of the response is not UTF-8.', { cause });
  }
}
