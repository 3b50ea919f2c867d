import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';
import { sendContinue } from './expectContinue.ts';

/**
 * Reads a body of at most `limit` bytes. Rejects with CONTENT_TOO_LARGE, before anything is read where Content-Length says so, or
 * with BAD_REQUEST if the client disconnects. `endReply` discards the rest of a body that is too large.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(bodyTooLargeError(limit, { connection: 'close' }));
    if (Number(request.headers['content-length'] ?? 0) > limit) return refuse();
    sendContinue(request);
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      request.pause();
      stop();
      refuse();
    };
    const onClose = () => reject(new ServiceError('BAD_REQUEST', 'The body ended before it was complete.'));
    const onEnd = () => {
      stop();
      resolve(Buffer.concat(chunks));
    };
    // Every request closes, and an error without a listener would still collect its stack.
    const stop = () => request.off('data', onData).off('close', onClose).off('end', onEnd);
    request.on('data', onData).once('close', onClose).once('end', onEnd);
    if (request.destroyed) onClose();
  });
}

/** The error of a body of more than `limit` bytes. */
export function bodyTooLargeError(limit: number, headers: Record<string, string> = {}): ServiceError {
  return new ServiceError('CONTENT_TOO_LARGE', `The body must not be larger than ${limit} bytes.`, { headers });
}
