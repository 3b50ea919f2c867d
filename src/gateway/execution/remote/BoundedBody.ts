// The body of an upstream's response as text, within a bound.
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

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
   * The text without its content codings; one that is not known stays, so that the body is no JSON. Throws an InvalidBodyError, or rejects
   * with it, where the body is not in its coding, not in UTF-8, as JSON must be, or too large. See RFC 8259, section 8.1, and RFC 9110, section 8.4.
   */
  text(codings: string | undefined): string | Promise<string> {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    return codings === undefined ? decodeText(bytes) : this.#decode(bytes, codings).then(decodeText);
  }

  #decode(bytes: Buffer, codings: string): Promise<Buffer> {
    return decodeContent(bytes, codings, this.#maxBytes).catch((cause: NodeJS.ErrnoException) => {
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

/** Removes the content codings of a body; one that is not known stays. Rejects with the error of zlib. See RFC 9110, section 8.4. */
export async function decodeContent(bytes: Buffer, codings: string, maxBytes: number): Promise<Buffer> {
  let decoded = bytes;
  for (const coding of codings.toLowerCase().split(',').toReversed()) {
    const decode = DECODERS.get(coding.trim());
    if (decode) decoded = await decode(decoded, { maxOutputLength: maxBytes });
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
