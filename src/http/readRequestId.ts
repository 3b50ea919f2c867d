import { randomUUID } from 'node:crypto';

const SANE = /^[\w.:/+=@-]{1,128}$/;

/** The id that the client gave in `X-Request-Id`, if it is one that a log can hold, else a new one. */
export function readRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && SANE.test(header) ? header : randomUUID();
}
