import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';
import { readBody } from './readBody.ts';

/**
 * Reads a body that a middleware may have read before: then it is what that left in `body`, as `express.json()` does.
 * Rejects as `readBody` does, and with BAD_REQUEST where nothing is left.
 */
export async function readMountedBody(
  request: IncomingMessage & { body?: unknown },
  limit: number,
): Promise<Uint8Array> {
  if (!request.readableDidRead && !request.readableEnded) return readBody(request, limit);
  const bytes = bytesOf(request);
  if (bytes.length <= limit) return bytes;
  throw new ServiceError('CONTENT_TOO_LARGE', `The body is larger than ${limit} bytes.`);
}

function bytesOf({ headers, body }: IncomingMessage & { body?: unknown }): Uint8Array {
  // What parses JSON gives an empty body as an object.
  if (headers['content-length'] === '0') return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  if (body !== undefined) return Buffer.from(JSON.stringify(body));
  const message =
    'The body was read before the request came here, and not kept; this server has to mount Portico first.';
  throw new ServiceError('BAD_REQUEST', message);
}
