import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';
import { readBody } from './readBody.ts';

/** A request with what a middleware may have left of its body, as `express.json()` does. */
type Mounted = IncomingMessage & { body?: unknown };

/**
 * Reads a body that a middleware may have read before: then it is what that left in `body`.
 * Rejects as `readBody` does, and with BAD_REQUEST where nothing is left.
 */
export async function readMountedBody(request: Mounted, limit: number): Promise<Uint8Array> {
  if (!wasRead(request)) return readBody(request, limit);
  const bytes = bytesOf(request);
  if (bytes.length <= limit) return bytes;
  throw new ServiceError('CONTENT_TOO_LARGE', `The body is larger than ${limit} bytes.`);
}

/** The headers of a request, without the coding and the charset that its body no longer has when a parser is done with it. */
export function readMountedHeaders(request: Mounted): IncomingHttpHeaders {
  const { headers, body } = request;
  if (!wasRead(request) || body === undefined) return headers;
  const { 'content-encoding': _, ...kept } = headers;
  const type = kept['content-type'];
  // Bytes are inflated by a parser, but not decoded.
  return type === undefined || body instanceof Uint8Array ? kept : { ...kept, 'content-type': type.split(';', 1)[0]! };
}

/** Whether somebody else has begun to read the body. */
export function wasRead({ readableDidRead, readableEnded }: Mounted): boolean {
  return readableDidRead || readableEnded;
}

function bytesOf({ headers, body }: Mounted): Uint8Array {
  // What parses JSON gives an empty body as an object.
  if (headers['content-length'] === '0') return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  if (body !== undefined) return Buffer.from(JSON.stringify(body));
  const message =
    'The body was read before the request came here, and not kept; this server has to mount Portico first.';
  throw new ServiceError('BAD_REQUEST', message);
}
