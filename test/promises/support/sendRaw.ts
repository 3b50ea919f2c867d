import { connect } from 'node:net';

/** A response read off the wire. */
export interface RawResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Writes bytes to a socket as they are and reads until the server closes the connection, so every request must be one after which it
 * does: malformed, or with `Connection: close`. Resolves to all responses, in order.
 */
export function sendRaw(url: URL, bytes: string | Uint8Array): Promise<RawResponse[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(url.port), url.hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that refuses early may reset the connection while the rest of the request is still under way.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve(parseAnswers(Buffer.concat(chunks).toString())));
  });
}

function parseAnswers(text: string): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
    const length = status === 100 ? 0 : Number(headers['content-length'] ?? rest.length);
    const bytes = Buffer.from(rest.slice(end + 4));
    responses.push({ status, headers, body: bytes.subarray(0, length).toString() });
    rest = end < 0 ? '' : bytes.subarray(length).toString();
  }
  return responses;
}
