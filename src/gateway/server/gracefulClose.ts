import type { Server, ServerResponse } from 'node:http';
import { type Connection, trackConnections } from './trackConnections.ts';
import { allowHalfClosed, watchHalfClosed } from './watchHalfClosed.ts';

/** Milliseconds that a closing server waits for what is in flight. */
const GRACE_MS = 10_000;
/** Milliseconds in which a client may end its side of a connection that has been ended here. */
const PARTING_MS = 1_000;

/** How a server comes to its end. */
export interface Ending {
  /** Whether `drain` or `close` has been called. */
  readonly begun: boolean;
  /** Goes on as before, but each answer is the last one of its connection. */
  drain(): void;
  /** Stops accepting, and settles when what has come is answered and all connections are closed; those that last too long are cut. */
  close(): Promise<void>;
}

/**
 * Prepares a server for its end. No request that has arrived is lost by that: what is in the buffer of a connection is read,
 * what waits its turn or is being received is answered, and only connections on which nothing is going on are ended. (The
 * beginning of a request that came in one packet with the end of another is not seen: of that request nothing is begun.) The
 * last answer of each says so. See RFC 9112 section 9.6.
 */
export function gracefulClose(server: Server): Ending {
  let begun = false;
  let closing = false;
  const connections = trackConnections(server, {
    onRequest: ({ unanswered }) => begun && announceEnd(unanswered),
    onQuiet: (connection) => closing && endIfQuiet(connection),
    onHalfClosed: (connection) => {
      if (connection.unanswered.length === 0) return;
      announceEnd(connection.unanswered);
      watchHalfClosed(connection);
    },
  });
  allowHalfClosed(server);
  // Those that Node would destroy, which drops what is on its way from them, are ended here.
  server.closeIdleConnections = () => {};

  function begin(): void {
    begun = true;
    for (const { unanswered } of connections.all()) announceEnd(unanswered);
  }

  async function endQuiet(): Promise<void> {
    // What has arrived is read in the next turn of the event loop; what is accepted in that one, in the one after it.
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    closing = true;
    for (const connection of connections.all()) endIfQuiet(connection);
  }

  return {
    get begun() {
      return begun;
    },
    drain: begin,
    close: () =>
      new Promise((resolve) => {
        begin();
        const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        void endQuiet();
      }),
  };
}

/** Answers behind which this server, and not the client, wants to end the connection. */
const announced = new WeakSet<ServerResponse>();

/** Makes the answer to the last request of a connection the last one; what comes behind it takes its place. */
function announceEnd(unanswered: readonly ServerResponse[]): void {
  const last = unanswered.at(-1);
  const before = unanswered.at(-2);
  if (before && announced.delete(before) && !before.headersSent) before.shouldKeepAlive = true;
  if (!last || last.headersSent || !last.shouldKeepAlive) return;
  last.shouldKeepAlive = false;
  announced.add(last);
}

/** Ends a connection on which there is nothing to answer, and nothing is being received: of what comes then nothing is begun. */
function endIfQuiet({ socket, unanswered, quietAt }: Connection): void {
  if (unanswered.length > 0 || socket.bytesRead !== quietAt || socket.writableEnded) return;
  socket.end();
  setTimeout(() => socket.destroy(), PARTING_MS).unref();
}
