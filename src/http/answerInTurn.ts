import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Begins with a pipelined request when the one before it has been answered: it may be about what that one writes, and
 * answers that nobody takes yet would pile up. See RFC 9112 section 9.3.2.
 */
export function answerInTurn(answer: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>();
  return (request: IncomingMessage, response) => {
    const { socket } = request;
    const before = latest.get(socket);
    latest.set(socket, response);
    if (!before || before.writableFinished) answer(request, response);
    else before.once('close', () => socket.writable && answer(request, response));
  };
}
