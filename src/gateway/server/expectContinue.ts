import type { IncomingMessage, ServerResponse } from 'node:http';

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Registers a request whose client waits for 100 (Continue) before it sends the body. See RFC 9110, section 10.1.1. */
export function expectContinue(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response);
}

/** Whether the client still waits, so that a body may never arrive. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** Sends 100 (Continue) to a client that waits for it. Without it, Node closes the connection after the response. */
export function sendContinue(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue();
  waiting.delete(request);
}
