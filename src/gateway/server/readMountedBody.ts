import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parseParameters } from '../protocol/parseParameters.ts';
import { bodyTooLargeError, readBody } from './readBody.ts';

/** A request with the body that a middleware has parsed, such as `express.json()`. */
type ParsedRequest = IncomingMessage & { body?: unknown };

/**
 * Reads a body, or takes it from `body` where a middleware has read it. Rejects as `readBody` does, and with an Error where it
 * was read but not stored, which is a defect of the host.
 */
export async function readMountedBody(request: ParsedRequest, limit: number): Promise<Uint8Array> {
  if (!wasRead(request)) return readBody(request, limit);
  const bytes = bytesOf(request);
  if (bytes.length <= limit) return bytes;
  throw bodyTooLargeError(limit);
}

/** The headers of a request, without the content coding and the charset that a parsed body no longer has. */
export function readMountedHeaders(request: ParsedRequest): IncomingHttpHeaders {
  const { headers, body } = request;
  if (!wasRead(request) || body === undefined) return headers;
  const { 'content-encoding': _, ...kept } = headers;
  const type = kept['content-type'];
  // Parsers decompress bytes, but do not decode them.
  if (type === undefined || body instanceof Uint8Array) return kept;
  return { ...kept, 'content-type': parseParameters(type).value };
}

/** Whether a middleware has begun to read the body. */
export function wasRead({ readableDidRead, readableEnded }: ParsedRequest): boolean {
  return readableDidRead || readableEnded;
}

function bytesOf({ headers, body }: ParsedRequest): Uint8Array {
  // Parsers of JSON turn an empty body into an object.
  if (headers['content-length'] === '0') return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  if (body !== undefined) return Buffer.from(JSON.stringify(body));
  const message =
    'The request body was consumed by another middleware and request.body is not set; mount Portico before it.';
  throw new Error(message);
}
