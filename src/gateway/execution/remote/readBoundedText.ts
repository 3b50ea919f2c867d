/** A response body is larger than the maximum. */
export class ResponseTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`The response of the upstream is larger than ${maxBytes} bytes (UPSTREAM_MAX_BYTES).`);
    this.name = 'ResponseTooLargeError';
  }
}

/**
 * Reads the body of a response as text. Rejects with ResponseTooLargeError, and closes the connection, as soon as Content-Length
 * or the bytes received, after decompression, exceed `maxBytes`.
 */
export async function readBoundedText(response: Response, maxBytes: number): Promise<string> {
  const { body, headers } = response;
  if (!body) return '';
  const contentLength = headers.get('content-length');
  if (contentLength !== null && Number(contentLength) > maxBytes) {
    await body.cancel();
    throw new ResponseTooLargeError(maxBytes);
  }
  // Nothing is read beyond Content-Length (RFC 9112, section 6.3), which is that of the compressed body.
  if (contentLength !== null && !headers.has('content-encoding')) return response.text();

  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ResponseTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
