import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Safe in a log line. */
const REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;

const generated = new WeakMap<IncomingMessage, string>();

/** The id in `X-Request-Id`, if it is valid, else a UUID, which is the same for each call with one request. */
export function readRequestId(request: IncomingMessage): string {
  const header = request.headers['x-request-id'];
  if (typeof header === 'string' && REQUEST_ID.test(header)) return header;
  const id = generated.get(request) ?? randomUUID();
  generated.set(request, id);
  return id;
}
