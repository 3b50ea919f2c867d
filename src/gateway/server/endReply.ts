import type { ServerResponse } from 'node:http';

/** Bytes of a body that are read after the response, for clients that read only when they have sent everything. */
const MAX_DISCARDED_BYTES = 8 * 1024 * 1024;
/** Time in which such a client must send more. */
const IDLE_TIMEOUT_MS = 500;

/**
 * Ends a response whose head is written. Node closes the connection after its last response, and data that arrives then resets
 * it, often before the client has read the response: so while a body is still arriving, the response is sent at once, but the
 * connection is closed only when no more data arrives, or too much. See RFC 9112, section 9.6.
 */
export function endReply(response: ServerResponse, body: string | Uint8Array | null, isLast: boolean): void {
  const { req: request } = response;
  if (!isLast || request.complete || request.destroyed) return void response.end(body ?? undefined);
  if (body === null) response.flushHeaders();
  else response.write(body);
  // The parser may stop at the body in this turn of the event loop, and the server of a host destroys the connection then.
  response.socket?.uncork();
  let discardedBytes = 0;
  const end = () => {
    clearTimeout(timeout);
    request.off('data', discard);
    if (!response.writableEnded) response.end();
  };
  const discard = (chunk: Buffer) => {
    discardedBytes += chunk.length;
    if (discardedBytes > MAX_DISCARDED_BYTES) end();
    else timeout.refresh();
  };
  const timeout = setTimeout(end, IDLE_TIMEOUT_MS);
  request.on('data', discard).once('end', end).once('close', end).resume();
}
