import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Safe in a log line. */
export const REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;

const GENERATED = Symbol('generated request id');

/** A request that keeps the id that it was given: a WeakMap would take longer than generating it. */
type IdentifiedRequest = IncomingMessage & { [GENERATED]?: string };

/** The id in `X-Request-Id`, if it is valid, else a UUID, which is the same for each call with one request. */
export function readRequestId(request: IdentifiedRequest): string {
  const header = request.headers['x-request-id'];
  if (typeof header === 'string' && REQUEST_ID.test(header)) return header;
  return (request[GENERATED] ??= randomUUID());
}
