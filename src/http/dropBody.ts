import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { ServiceError } from '../errors/ServiceError.ts';

/** Waits until a body that nobody wants has come to its end. Rejects with BAD_REQUEST if it breaks before that. */
export async function dropBody(request: IncomingMessage): Promise<void> {
  try {
    await finished(request.resume(), { writable: false });
  } catch (cause) {
    throw new ServiceError('BAD_REQUEST', 'The body ended before it was complete.', { cause });
  }
}

/** Whether a body follows the headers of a request. See RFC 9112 section 6.3. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
