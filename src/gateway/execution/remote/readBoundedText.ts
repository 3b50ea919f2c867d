import type { IncomingMessage } from 'node:http';
import { type Readable, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** A response body is larger than the maximum. */
export class ResponseTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`The response of the upstream is larger than ${maxBytes} bytes (UPSTREAM_MAX_BYTES).`);
    this.name = 'ResponseTooLargeError';
  }
}

const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The value of Accept-Encoding. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

const utf8 = new TextDecoder();

/**
 * Reads the body of a response as text. Rejects with ResponseTooLargeError as soon as Content-Length or the bytes received, after
 * decompression, exceed `maxBytes`, and with another error where the body is not complete. The caller closes the connection.
 */
export function readBoundedText(response: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    if (Number(response.headers['content-length']) > maxBytes) return reject(new ResponseTooLargeError(maxBytes));
    const body = decode(response, response.headers['content-encoding']);
    const chunks: Buffer[] = [];
    let bytes = 0;
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) reject(new ResponseTooLargeError(maxBytes));
      else chunks.push(chunk);
    });
    body.on('end', () => resolve(utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))));
    body.on('error', reject);
  });
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
