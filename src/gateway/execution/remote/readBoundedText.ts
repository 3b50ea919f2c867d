/** A body that is larger than is read. */
export class AnswerTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`The answer of the upstream is larger than ${maxBytes} bytes; the limit is UPSTREAM_MAX_BYTES.`);
    this.name = 'AnswerTooLarge';
  }
}

/**
 * Reads the body of a response as text. Rejects with AnswerTooLarge, and closes the connection, as soon as it is known to
 * be larger than `maxBytes`, counted after decompression: by its Content-Length, or when that much has come.
 */
export async function readBoundedText(response: Response, maxBytes: number): Promise<string> {
  const { body, headers } = response;
  if (!body) return '';
  const announced = headers.get('content-length');
  if (announced !== null && Number(announced) > maxBytes) {
    await body.cancel();
    throw new AnswerTooLarge(maxBytes);
  }
  // Nothing is read beyond Content-Length (RFC 9112, section 6.3); what is compressed becomes larger.
  if (announced !== null && !headers.has('content-encoding')) return response.text();

  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AnswerTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
