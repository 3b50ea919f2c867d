// The body of a request of node:http, and 100 (Continue) for the clients that wait for it.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { ServiceError } from '../base/errors/ServiceError.ts';
import { parseParameters } from '../http/fieldSyntax.ts';
import { writeJson } from '../http/losslessJson.ts';
import { FORM_TYPE, essenceOf } from '../http/mediaTypes.ts';
import { writeForm } from '../plan/values/formTree.ts';
import { MAX_BODY_BYTES } from '../handle/read/RestRequest.ts';

/** Reads a body of at most `limit` bytes. Rejects with CONTENT_TOO_LARGE, or with BAD_REQUEST if the client disconnects. */
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

const streamed = new WeakSet<IncomingMessage>();

/** The bytes of a body as they arrive. The request stays as it is where the iteration ends early. */
export function streamBody(request: IncomingMessage): AsyncIterable<Uint8Array> {
  sendContinue(request);
  streamed.add(request);
  return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
}

/** Whether the reader of a body decides how long it may take to arrive. */
export function isStreamed(request: IncomingMessage): boolean {
  return streamed.has(request);
}

/** Reads and discards a body, unless its client still waits for 100 (Continue), and may never send it. Rejects as `readBody` does. */
export async function drainBody(request: IncomingMessage): Promise<void> {
  if (!awaitingContinue.has(request)) await readBody(request, MAX_BODY_BYTES);
}

/** Whether a request has a body. See RFC 9112, section 6.3. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A request whose body a middleware has read: `body` is what it parsed, such as `express.json()` or `express.urlencoded()`, `rawBody` its bytes before that. */
export type ParsedRequest = IncomingMessage & { body?: unknown; rawBody?: unknown };

/** Reads a body, or takes it from `rawBody` or `body` where a middleware has read it. Rejects as `readBody` does, or with a defect of the host. */
export async function readMountedBody(request: ParsedRequest, limit: number): Promise<Uint8Array> {
  if (!wasRead(request)) return readBody(request, limit);
  const bytes = bytesOf(request);
  if (bytes.length <= limit) return bytes;
  throw bodyTooLargeError(limit);
}

/** As `streamBody`; bytes that a middleware has read are in `rawBody` or `body`. Throws an error, a defect of the host, where only what it has parsed is left. */
export function streamMountedBody(request: ParsedRequest): AsyncIterable<Uint8Array> {
  if (!wasRead(request)) return streamBody(request);
  const { rawBody, body } = request;
  const bytes = [rawBody, body].find((value) => value instanceof Uint8Array);
  if (bytes) return Readable.from([bytes]);
  throw new Error(
    'The files of the request were consumed by another middleware, such as multer; mount Portico before it.',
  );
}

/** The headers of a request, without the content coding and the charset that a parsed body no longer has. */
export function readMountedHeaders(request: ParsedRequest): IncomingHttpHeaders {
  const { headers, rawBody, body = rawBody } = request;
  if (!wasRead(request) || body === undefined) return headers;
  const { 'content-encoding': _, ...kept } = headers;
  const type = kept['content-type'];
  // Parsers decompress bytes, but do not decode them.
  if (type === undefined || rawBody instanceof Uint8Array || body instanceof Uint8Array) return kept;
  return { ...kept, 'content-type': parseParameters(type).value };
}

/** Whether a middleware has begun to read the body. */
export function wasRead({ readableDidRead, readableEnded }: ParsedRequest): boolean {
  return readableDidRead || readableEnded;
}

function bytesOf({ headers, rawBody, body = rawBody }: ParsedRequest): Uint8Array {
  // Parsers of JSON turn an empty body into an object.
  if (headers['content-length'] === '0') return new Uint8Array();
  if (rawBody instanceof Uint8Array) return rawBody;
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  if (typeof body === 'object' && body !== null && isForm(headers['content-type'])) return Buffer.from(writeForm(body));
  if (body !== undefined) return Buffer.from(writeJson(body));
  const message =
    'The request body was consumed by another middleware, and neither request.body nor request.rawBody is set; mount Portico before it.';
  throw new Error(message);
}

function isForm(contentType = ''): boolean {
  return essenceOf(contentType).toLowerCase() === FORM_TYPE;
}

export function bodyTooLargeError(limit: number, headers: Record<string, string> = {}): ServiceError {
  return new ServiceError('CONTENT_TOO_LARGE', `The body must not be larger than ${limit} bytes.`, { headers });
}

const awaitingContinue = new WeakMap<IncomingMessage, ServerResponse>();

/** Registers a request whose client waits for 100 (Continue) before it sends the body. See RFC 9110, section 10.1.1. */
export function expectContinue(request: IncomingMessage, response: ServerResponse): void {
  awaitingContinue.set(request, response);
}

/** Sends 100 (Continue) to a client that waits for it. Without it, Node closes the connection after the response. */
function sendContinue(request: IncomingMessage): void {
  awaitingContinue.get(request)?.writeContinue();
  awaitingContinue.delete(request);
}
