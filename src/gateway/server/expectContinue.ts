import type { IncomingMessage, ServerResponse } from 'node:http';

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Remembers that a client sends its body only when it is told to. See RFC 9110 section 10.1.1. */
export function expectContinue(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response);
}

/** Whether the client still waits to be told, so that no body may ever come. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** Tells a client that waits for it to send its body. Where it is never told, Node ends the connection behind the answer. */
export function sendContinue(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue();
  waiting.delete(request);
}
