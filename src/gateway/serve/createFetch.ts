// The API as a function from a Request to a Response of the Fetch standard, for every server that has these. Aborts, connections and
// compression are the platform's.
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../base/errors/ServiceError.ts';
import type { BodyStream, Reply } from '../http/Reply.ts';
import { commonHeaders } from '../http/ownHeaders.ts';
import { MAX_BODY_BYTES, type RestRequest } from '../handle/read/RestRequest.ts';
import { REQUEST_TIMEOUT_MS } from '../handle/withDeadline.ts';
import type { Responder } from './createResponder.ts';
import { bodyTooLargeError } from './readBody.ts';
import { findRequestId } from './readRequest.ts';
import { MAX_DISCARDED_BYTES } from './writeReply.ts';

export type FetchHandler = (request: Request, host?: unknown) => Promise<Response>;

/** Creates the function. It throws a TypeError where it is not called with a Request. */
export function createFetch({ respond, requestIdHeaders }: Responder): FetchHandler {
  async function answer(request: Request, host: unknown): Promise<Response> {
    const read = toRestRequest(request, host, requestIdHeaders);
    const reply = await respond(read);
    return toResponse(read.method === 'HEAD' ? { ...reply, body: null, stream: undefined } : reply, read.requestId);
  }

  return (request, host) => {
    // Frameworks have a Request of their own, which is no instance of the global one.
    if (typeof request?.url !== 'string' || typeof request.headers?.get !== 'function') {
      throw new TypeError(
        'portico.fetch must be called with a Request of the Fetch standard; portico.handler is for the request and the response of node:http.',
      );
    }
    return answer(request, host);
  };
}

function toRestRequest(request: Request, host: unknown, idHeaders: readonly string[] | undefined): RestRequest {
  const { href, protocol, host: authority, pathname, search, hash } = new URL(request.url);
  const headers: IncomingHttpHeaders = { ...Object.fromEntries(request.headers), host: authority };
  const deadline = Date.now() + REQUEST_TIMEOUT_MS;
  return {
    method: request.method,
    // With the fragment that a client may have sent, which is refused; `hash` is empty for an empty one.
    target: pathname + search + (href.endsWith('#') ? '#' : hash),
    headers,
    requestId: findRequestId(headers, idHeaders) ?? crypto.randomUUID(),
    peer: { address: addressOf(request, host), encrypted: protocol === 'https:' },
    origin: request,
    signal: request.signal,
    deadline,
    readBody: (limit) => readBody(request, limit, deadline),
    ...(request.body && {
      streamBody: () => streamBody(request),
      drainBody: async () => void (await readBody(request, MAX_BODY_BYTES, deadline)),
    }),
  };
}

/** The address of the client: what the host passes, or what Deno and Bun pass to the functions that they call. */
function addressOf(request: Request, host: unknown): string | undefined {
  const { clientAddress, remoteAddr, requestIP } = Object(host) as {
    clientAddress?: unknown;
    remoteAddr?: { hostname?: unknown };
    requestIP?: (request: Request) => { address: string } | null;
  };
  const found = typeof requestIP === 'function' ? requestIP.call(host, request)?.address : remoteAddr?.hostname;
  const address = clientAddress ?? found;
  return typeof address === 'string' ? address : undefined;
}

/** Reads a body of at most `limit` bytes until the deadline. Rejects as the reader of node:http does, or with a defect of the host. */
async function readBody(request: Request, limit: number, deadline: number): Promise<Uint8Array> {
  assertUnread(request);
  const { body, headers } = request;
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  const reader = body.getReader();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => {});
  }, deadline - Date.now());
  // A length above the limit is refused before anything is read.
  let size = Number(headers.get('content-length') ?? 0) > limit ? Infinity : 0;
  try {
    while (size <= limit) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new ServiceError('BAD_REQUEST', 'The body ended before it was complete.', { cause });
      });
      if (isLate) throw new ServiceError('REQUEST_TIMEOUT', 'Request timeout: the body did not arrive in time.');
      if (done) return Buffer.concat(chunks);
      if (!(value instanceof Uint8Array)) throw new TypeError('The body of the Request must be a stream of bytes.');
      size += value.length;
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
  void discard(reader);
  throw bodyTooLargeError(limit);
}

function assertUnread({ body, bodyUsed }: Request): void {
  if (!bodyUsed && !body?.locked) return;
  throw new Error('The body of the Request was read before portico.fetch; pass a clone of the Request, or a new one.');
}

/** The bytes of a body as they arrive; what is left where the iteration ends early is discarded. */
function streamBody(request: Request): AsyncIterable<Uint8Array> {
  assertUnread(request);
  return readChunks(request.body?.getReader());
}

async function* readChunks(reader?: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader!.read()) {
      if (!(read.value instanceof Uint8Array))
        throw new TypeError('The body of the Request must be a stream of bytes.');
      yield read.value;
    }
  } finally {
    if (reader) void discard(reader);
  }
}

async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    for (let size = 0; size <= MAX_DISCARDED_BYTES;) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.length;
    }
    await reader.cancel();
  } catch {
    // The client has gone, or the platform has ended the request.
  }
}

function toResponse({ status, headers, body, stream, isComplete }: Reply, requestId: string): Response {
  const sent = new Headers(isComplete ? headers : { ...headers, ...commonHeaders(requestId) });
  // Of the connection, which is the platform's.
  sent.delete('connection');
  const sentBody = stream ? toReadable(stream) : (body as string | Uint8Array<ArrayBuffer> | null);
  return new Response(sentBody, { status, headers: sent });
}

/** A body as the platform reads it, which has no trailers. What fails fails the stream. */
function toReadable(stream: BodyStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await stream.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : (value as Uint8Array));
      },
      cancel: async () => void (await stream.return()),
    },
    { highWaterMark: 0 },
  );
}
