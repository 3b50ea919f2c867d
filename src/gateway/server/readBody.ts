import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';

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

/** 1 MiB, as for a body that is used. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Reads and discards a body. Rejects as `readBody` does. Does nothing for a client that still waits for 100 (Continue).
 */
export async function drainBody(request: IncomingMessage): Promise<void> {
  if (!awaitsContinue(request)) await readBody(request, MAX_BODY_BYTES);
}

/** Whether a request has a body. See RFC 9112, section 6.3. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Registers a request whose client waits for 100 (Continue) before it sends the body. See RFC 9110, section 10.1.1. */
export function expectContinue(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response);
}

/** Whether the client still waits, so that a body may never arrive. */
function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** Sends 100 (Continue) to a client that waits for it. Without it, Node closes the connection after the response. */
function sendContinue(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue();
  waiting.delete(request);
}
