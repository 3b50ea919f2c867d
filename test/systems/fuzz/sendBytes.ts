import { connect } from 'node:net';
import type { RawBytes } from './anyRawBytes.ts';

/** Longer than a server waits for the rest of a request. */
const TIMEOUT_MS = 60_000;

/**
 * Sends bytes, closes the sending side, and reads until the server closes the other. Resolves to the statuses of the
 * responses, in order; rejects if the server does not close.
 */
export function sendBytes(url: URL, { bytes, split, leaves }: RawBytes): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(url.port), url.hostname, () => {
      socket.write(bytes.subarray(0, split));
      setImmediate(() => {
        if (leaves) socket.destroy();
        else socket.end(bytes.subarray(split));
      });
    });
    socket.setNoDelay(true);
    socket.setTimeout(TIMEOUT_MS, () => {
      socket.destroy();
      reject(new Error(`the server does not close the connection within ${TIMEOUT_MS / 1000} s`));
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that refuses early may reset the connection while the rest is under way.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1');
      resolve([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)));
    });
  });
}
