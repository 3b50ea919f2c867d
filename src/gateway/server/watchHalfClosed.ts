import type { Server, ServerResponse } from 'node:http';
import type { Connection } from './trackConnections.ts';

/** Times in milliseconds: how long an answer may take until the client is tried, and then again, later and later. */
const FIRST_TRIAL_MS = 50;
const MAX_TRIAL_MS = 1_000;

/**
 * Lets a server answer clients that have ended their side of the connection behind their requests. Whether such a client still
 * reads cannot be seen, as a client that has gone ends its side in the same way. So a client that has to wait is sent
 * 102 (Processing) now and then, which every client of HTTP/1.1 passes over: the system of one that has gone refuses it, and
 * the connection ends. See RFC 9110 section 15.2, and RFC 9112 section 9.6.
 */
export function allowHalfClosed(server: Server): void {
  // Not in the documentation of Node, and there since its beginnings: otherwise it ends the connection with the client's side.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
}

/** Finds out, while requests of a client that sends nothing more are answered, whether it is still there. */
export function watchHalfClosed(connection: Connection): void {
  let pause = FIRST_TRIAL_MS;
  const tryClient = () => {
    const [response] = connection.unanswered;
    if (!response || connection.socket.destroyed) return;
    if (mayBeTold(response)) response.writeProcessing();
    pause = Math.min(pause * 2, MAX_TRIAL_MS);
    setTimeout(tryClient, pause).unref();
  };
  setTimeout(tryClient, pause).unref();
}

/** Behind the head of an answer there is nothing to tell any more; before HTTP/1.1 there was not either. */
function mayBeTold({ headersSent, req: { httpVersion } }: ServerResponse): boolean {
  return !headersSent && httpVersion === '1.1';
}
