// What Node would answer by itself, with an empty body or not at all: requests it cannot parse, that take too long or
// that expect what HTTP does not know, and CONNECT. They get the same error body as everything else.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../errors/codes.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import type { Conventions } from '../rest/document/Conventions.ts';
import { renderError } from '../rest/problem/renderError.ts';
import { ALL_METHODS } from './methods.ts';
import { readRequestId } from './readRequestId.ts';
import { writeReply, writeReplyToSocket } from './writeReply.ts';

/** Milliseconds in which a client that was refused may read the answer before its connection is cut. */
const PARTING = 2_000;

const FAULTS: Readonly<Record<string, [code: ErrorCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The request line and headers are larger than 16 KiB together.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['CONTENT_TOO_LARGE', 'The chunk extensions of the body are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request took too long to arrive.'],
};
const MALFORMED: [ErrorCode, string] = ['BAD_REQUEST', 'This is not a well-formed HTTP/1.1 request.'];

interface Pending {
  request: IncomingMessage;
  response: ServerResponse;
  /** The answer to the request before it on the connection. */
  before: ServerResponse | undefined;
}

/** Makes a server answer what it would otherwise leave to Node, with errors as the conventions have them. */
export function answerNodeErrors(server: Server, conventions?: Conventions): void {
  const latest = new WeakMap<Duplex, Pending>();
  const answered = new WeakSet<Duplex>();

  function answer(socket: Duplex, error: ServiceError, request?: IncomingMessage): void {
    if (answered.has(socket)) return;
    answered.add(socket);
    if (!socket.writable) return void socket.destroy();
    const requestId = request ? readRequestId(request) : randomUUID();
    writeReplyToSocket(socket, renderError(error, request?.headers.accept, requestId, conventions), requestId);
    setTimeout(() => socket.destroy(), PARTING).unref();
  }

  server.prependListener('request', (request, response) => {
    latest.set(request.socket, { request, response, before: latest.get(request.socket)?.response });
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') return socket.destroy();
    const fault = new ServiceError(...(FAULTS[error.code ?? ''] ?? MALFORMED));
    const exchange = latest.get(socket);
    if (!exchange || exchange.response.writableFinished) {
      // A body that breaks after its request was answered is not a new request.
      return exchange?.request.complete === false ? socket.destroy() : answer(socket, fault);
    }
    const { request, response, before } = exchange;
    if (request.complete) return after(response, () => answer(socket, fault));
    return after(before, () => {
      if (response.headersSent) return socket.destroy();
      // Nothing is sent by the response itself; this is for the log.
      if (!answered.has(socket)) response.statusCode = fault.status;
      answer(socket, fault, request);
    });
  });

  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const requestId = readRequestId(request);
    const fault = new ServiceError('EXPECTATION_FAILED', 'The only expectation that can be met is 100-continue.');
    writeReply(response, renderError(fault, request.headers.accept, requestId, conventions), requestId);
  });

  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const fault = new ServiceError('METHOD_NOT_ALLOWED', 'This server is no proxy.', {
      headers: { allow: ALL_METHODS },
    });
    after(latest.get(socket)?.response, () => answer(socket, fault, request));
  });
}

/** A pipelined request waits for the answer to the one before it. */
function after(before: ServerResponse | undefined, run: () => void): void {
  if (before && !before.writableFinished) before.once('close', run);
  else run();
}
