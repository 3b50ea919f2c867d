import type { Server, ServerResponse } from 'node:http';
import type { TrackedConnection } from './trackConnections.ts';

/** Time until the first probe of a client; the pause doubles with each one. */
const FIRST_PROBE_MS = 50;
const MAX_PAUSE_MS = 1_000;

/**
 * Lets a server respond to clients that close their side of the connection after their requests. A client that has
 * disconnected looks the same, so one that has to wait is sent 102 (Processing) now and then: clients of HTTP/1.1 ignore it,
 * but the system of one that has disconnected resets the connection. See RFC 9110, section 15.2, and RFC 9112, section 9.6.
 */
export function allowHalfClosed(server: Server): void {
  // An undocumented property: without it Node ends the connection together with the client.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
}

/** Probes a client that has closed its side, for as long as requests are pending. */
export function watchHalfClosed(connection: TrackedConnection): void {
  let pause = FIRST_PROBE_MS;
  const probe = () => {
    const [response] = connection.pending;
    if (!response || connection.socket.destroyed) return;
    if (acceptsProcessing(response)) response.writeProcessing();
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
    setTimeout(probe, pause).unref();
  };
  setTimeout(probe, pause).unref();
}

/** An interim response must come before the head of the response, and HTTP/1.0 has none. */
function acceptsProcessing({ headersSent, req: { httpVersion } }: ServerResponse): boolean {
  return !headersSent && httpVersion === '1.1';
}
