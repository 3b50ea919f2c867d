// The body of an upstream's response as text, within a bound.
import type { IncomingMessage } from 'node:http';
import { type Readable, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** A response body cannot be read as text, although the connection has not failed. */
export class InvalidBodyError extends Error {
  override name = 'InvalidBodyError';
}

const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The value of Accept-Encoding. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Errors of a connection that broke, also where they pass through a decoder. */
const CLOSED_CODES = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * Reads the body of a response as text. Rejects with InvalidBodyError as soon as Content-Length or the bytes received, after
 * decompression, exceed `maxBytes`, and where the body is not in its coding or not in UTF-8, as JSON must be; with another error where it
 * is not complete. The caller closes the connection. See RFC 8259, section 8.1.
 */
export function readBoundedText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const bytes = new Promise<Buffer>((resolve, reject) => {
    const refuse = () =>
      reject(
        new InvalidBodyError(`The response of the upstream is larger than ${maxBytes} bytes (UPSTREAM_MAX_BYTES).`),
      );
    if (Number(response.headers['content-length']) > maxBytes) return refuse();
    const body = decode(response, response.headers['content-encoding']);
    const chunks: Buffer[] = [];
    let size = 0;
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) refuse();
      else chunks.push(chunk);
    });
    body.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    body.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = CLOSED_CODES.has(error.code ?? '');
      reject(isClosed ? error : new InvalidBodyError('The body of the response cannot be decoded.', { cause: error }));
    });
  });
  return bytes.then(decodeText);
}

function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new InvalidBodyError('The body of the response is not UTF-8.', { cause });
  }
}

/** The body without its content codings; one that is not known stays, so that the body is no JSON. See RFC 9110, section 8.4. */
function decode(response: IncomingMessage, codings: string | undefined): Readable {
  if (codings === undefined) return response;
  let body: Readable = response;
  for (const coding of codings.toLowerCase().split(',').toReversed()) {
    const createDecoder = DECODERS.get(coding.trim());
    // The errors of the stream before are those of the decoder.
    if (createDecoder) body = pipeline(body, createDecoder(), () => undefined);
  }
  return body;
}
