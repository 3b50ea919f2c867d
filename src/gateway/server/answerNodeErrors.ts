// What Node would answer by itself, with an empty body or not at all: requests it cannot parse or that take too long, and
// CONNECT. They get the same error body as everything else. Bodies are asked for only when they are wanted.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError } from '../errors/ServiceError.ts';
import type { Conventions } from '../conventions/Conventions.ts';
import { renderError } from '../runtime/renderError.ts';
import { expectContinue } from './expectContinue.ts';
import { type ParserError, faultOfParser } from './faultOfParser.ts';
import { ALL_METHODS } from './methods.ts';
import { readRequestId } from './readRequestId.ts';
import { writeReplyToSocket } from './writeReply.ts';

/** Milliseconds in which a client that was refused may read the answer before its connection is cut. */
const PARTING = 2_000;

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

  server.on('clientError', (error: ParserError, socket) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return socket.destroy();
    const fault = faultOfParser(error);
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

  server.on('checkContinue', (request, response) => {
    expectContinue(request, response);
    server.emit('request', request, response);
  });

  // Refused like everything else that is wrong with headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

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
