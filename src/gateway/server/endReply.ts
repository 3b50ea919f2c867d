import type { ServerResponse } from 'node:http';

/** How much of a body that nobody wants is read behind an answer, so that a client which sends it all first sees that. */
const MAX_DROPPED_BYTES = 8 * 1024 * 1024;
/** Milliseconds in which such a client sends more of it. */
const PAUSE_MS = 500;

/**
 * Ends an answer whose head is written. Node closes a connection with its last answer, and what the client sends then resets
 * it, often before the answer is read: where a body is still coming, the whole answer is sent at once, but the connection is
 * closed when no more comes, or too much. See RFC 9112 section 9.6.
 */
export function endReply(response: ServerResponse, body: string | Uint8Array | null, isLast: boolean): void {
  const { req: request } = response;
  if (!isLast || request.complete || request.destroyed) return void response.end(body ?? undefined);
  if (body === null) response.flushHeaders();
  else response.write(body);
  let dropped = 0;
  const end = () => {
    clearTimeout(pause);
    request.off('data', drop);
    if (!response.writableEnded) response.end();
  };
  const drop = (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > MAX_DROPPED_BYTES) end();
    else pause.refresh();
  };
  const pause = setTimeout(end, PAUSE_MS);
  request.on('data', drop).once('end', end).once('close', end).resume();
}
