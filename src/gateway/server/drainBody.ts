import type { IncomingMessage } from 'node:http';
import { awaitsContinue } from './expectContinue.ts';
import { readBody } from './readBody.ts';

/** The most bytes of a body that nobody wants, 1 MiB, as of one that somebody does. */
const MAX_DROPPED_BYTES = 1024 * 1024;

/**
 * Waits until a body that nobody wants has come to its end. Rejects as `readBody` does. A body that has to be asked for is
 * not waited for.
 */
export async function drainBody(request: IncomingMessage): Promise<void> {
  if (!awaitsContinue(request)) await readBody(request, MAX_DROPPED_BYTES);
}

/** Whether a body follows the headers of a request. See RFC 9112 section 6.3. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
