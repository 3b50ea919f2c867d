import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Answers a request; `arrived` is when that was, in milliseconds since the epoch. Absent: now. */
export type Answer = (request: IncomingMessage, response: ServerResponse, arrived?: number) => void;

/**
 * Begins with a pipelined request when the one before it has been answered: it may be about what that one writes, and
 * answers that nobody takes yet would pile up. The time in which it waits counts as its own. See RFC 9112 section 9.3.2.
 */
export function answerInTurn(answer: Answer): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>();
  return (request: IncomingMessage, response) => {
    const { socket } = request;
    const arrived = Date.now();
    const before = latest.get(socket);
    latest.set(socket, response);
    if (!before || before.writableFinished) answer(request, response, arrived);
    else before.once('close', () => socket.writable && answer(request, response, arrived));
  };
}
