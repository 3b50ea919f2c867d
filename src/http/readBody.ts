import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';

/** How much of a body that is too large is read and dropped, so that a client which sends it all first sees the answer. */
const DROPPED = 8 * 1024 * 1024;

/** Reads a whole body of at most `limit` bytes. Rejects with CONTENT_TOO_LARGE, or BAD_REQUEST if the client leaves. */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = () => {
      const message = `The body is larger than ${limit} bytes.`;
      reject(new ServiceError('CONTENT_TOO_LARGE', message, { headers: { connection: 'close' } }));
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else if (size > limit + DROPPED) {
        request.pause();
        refuse();
      }
    });
    const end = () => reject(new ServiceError('BAD_REQUEST', 'The body ended before it was complete.'));
    request.once('close', end);
    request.once('end', () => {
      // Every request closes; an error that nobody is told of would still have its stack taken.
      request.off('close', end);
      if (size > limit) refuse();
      else resolve(Buffer.concat(chunks));
    });
    if (request.destroyed) end();
  });
}
