import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SANE = /^[\w.:/+=@-]{1,128}$/;

const made = new WeakMap<IncomingMessage, string>();

/** The id that the client gave in `X-Request-Id`, if it is one that a log can hold, else one that is made for the request. */
export function readRequestId(request: IncomingMessage): string {
  const header = request.headers['x-request-id'];
  if (typeof header === 'string' && SANE.test(header)) return header;
  const id = made.get(request) ?? randomUUID();
  made.set(request, id);
  return id;
}
