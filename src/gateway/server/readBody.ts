import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';
import { sendContinue } from './expectContinue.ts';

/**
 * Reads a whole body of at most `limit` bytes. Rejects with CONTENT_TOO_LARGE, for a body that says so before any of it has
 * come, or BAD_REQUEST if the client leaves. The rest of a body that is too large is for `endReply`.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const refuse = () => {
      const message = `The body is larger than ${limit} bytes.`;
      reject(new ServiceError('CONTENT_TOO_LARGE', message, { headers: { connection: 'close' } }));
    };
    if (Number(request.headers['content-length'] ?? 0) > limit) return refuse();
    sendContinue(request);
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      request.pause();
      stop();
      refuse();
    };
    const leave = () => reject(new ServiceError('BAD_REQUEST', 'The body ended before it was complete.'));
    const end = () => {
      stop();
      resolve(Buffer.concat(chunks));
    };
    // Every request closes; an error that nobody is told of would still have its stack taken.
    const stop = () => request.off('data', take).off('close', leave).off('end', end);
    request.on('data', take).once('close', leave).once('end', end);
    if (request.destroyed) leave();
  });
}
