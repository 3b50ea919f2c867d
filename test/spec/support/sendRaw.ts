import { connect } from 'node:net';

/** An answer read off the wire. */
export interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Writes bytes to a socket as they are and reads until the server hangs up, so every request must be one after which it
 * does: malformed, or with `Connection: close`. Answers everything that came, in order.
 */
export function sendRaw(url: URL, bytes: string | Uint8Array): Promise<RawAnswer[]> {
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

function parseAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
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
    answers.push({ status, headers, body: bytes.subarray(0, length).toString() });
    rest = end < 0 ? '' : bytes.subarray(length).toString();
  }
  return answers;
}
