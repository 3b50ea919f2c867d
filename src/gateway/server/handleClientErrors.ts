// What Node would respond to by itself, with an empty body or not at all: requests that it cannot parse or that time out,
// expectations, and CONNECT. They get the same error body as every other request.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError } from '../errors/ServiceError.ts';
import type { Conventions } from '../conventions/Conventions.ts';
import { renderError } from '../runtime/renderError.ts';
import { type ParserError, classifyParserError } from './classifyParserError.ts';
import { expectContinue } from './expectContinue.ts';
import { ALL_METHODS } from './methods.ts';
import { readRequestId } from './readRequestId.ts';
import { validateRequest } from './validateRequest.ts';
import { writeReplyToSocket } from './writeReply.ts';

/** Time for a client to read an error before its connection is destroyed. */
const CLOSE_TIMEOUT_MS = 2_000;

interface PendingRequest {
  request: IncomingMessage;
  response: ServerResponse;
  /** The response before it on the connection. */
  previous: ServerResponse | undefined;
}

/** Makes a server respond to what it would otherwise leave to Node; errors have the body of the current conventions. */
export function handleClientErrors(
  server: Server,
  getConventions: () => Conventions | undefined = () => undefined,
): void {
  const latest = new WeakMap<Duplex, PendingRequest>();
  const closing = new WeakSet<Duplex>();

  function refuse(socket: Duplex, error: ServiceError, request?: IncomingMessage): void {
    if (closing.has(socket)) return;
    if (!socket.writable) return void socket.destroy();
    const requestId = request ? readRequestId(request) : randomUUID();
    writeReplyToSocket(socket, renderError(error, request?.headers.accept, requestId, getConventions()), requestId);
    close(socket);
  }

  /** Sends what is written, and ignores what the client still sends. */
  function close(socket: Duplex): void {
    if (closing.has(socket)) return;
    closing.add(socket);
    socket.end();
    setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
  }

  server.prependListener('request', (request, response) => {
    latest.set(request.socket, { request, response, previous: latest.get(request.socket)?.response });
  });

  server.on('clientError', (fault: ParserError, socket) => {
    if (fault.code === 'ECONNRESET' || fault.code === 'EPIPE') return socket.destroy();
    const refusal = classifyParserError(fault);
    const pending = latest.get(socket);
    if (!pending) return refuse(socket, refusal);
    const { request, response, previous } = pending;
    if (request.complete) return afterResponse(response, () => refuse(socket, refusal));
    return afterResponse(previous, () => {
      // What is malformed behind a request that has its response is no new request. The response may be of this turn, and unsent.
      if (response.headersSent) return close(socket);
      // A request that has not begun yet may be refused for another reason than the one for which it cannot be parsed further.
      const error = validateRequest(request) ?? refusal;
      // The response itself sends nothing; its status is for the log.
      if (!closing.has(socket)) response.statusCode = error.status;
      refuse(socket, error, request);
    });
  });

  server.on('checkContinue', (request, response) => {
    expectContinue(request, response);
    server.emit('request', request, response);
  });

  // `validateRequest` refuses the expectation.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const headers = { allow: ALL_METHODS };
    const refusal = new ServiceError('METHOD_NOT_ALLOWED', 'CONNECT is not supported; this is not a proxy.', {
      headers,
    });
    afterResponse(latest.get(socket)?.response, () => refuse(socket, refusal, request));
  });
}

/** Runs a function when the response before it on the connection has been sent. */
function afterResponse(previous: ServerResponse | undefined, run: () => void): void {
  if (previous && !previous.writableFinished) previous.once('close', run);
  else run();
}
