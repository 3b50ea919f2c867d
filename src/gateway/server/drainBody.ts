import type { IncomingMessage } from 'node:http';
import { awaitsContinue } from './expectContinue.ts';
import { readBody } from './readBody.ts';

/** 1 MiB, as for a body that is used. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Reads and discards a body. Rejects as `readBody` does. Does nothing for a client that still waits for 100 (Continue).
 */
export async function drainBody(request: IncomingMessage): Promise<void> {
  if (!awaitsContinue(request)) await readBody(request, MAX_BODY_BYTES);
}

/** Whether a request has a body. See RFC 9112, section 6.3. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
