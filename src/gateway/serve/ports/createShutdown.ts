// How a server stops without losing a request.
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** Time that a closing server waits for pending requests. */
const CLOSE_TIMEOUT_MS = 10_000;
/** Time for a client to close its side of a connection that the server has ended. */
const SOCKET_CLOSE_TIMEOUT_MS = 1_000;

interface TrackedConnection {
  socket: Socket;
  /** The responses to requests that have arrived, in their order. */
  pending: ServerResponse[];
  /** Bytes that had been received when the last response was sent; while there are no more, nothing is being received. */
  idleAtBytes: number;
}

/**
 * Prepares a server for its shutdown, which loses no request that has arrived: what is in the buffer of a connection is read,
 * queued requests and those that are being received get a response, and only idle connections are ended. (The beginning of a
 * request that arrived in one packet with the end of another is not seen, but nothing of it runs.) The last response of each
 * connection has `Connection: close`. See RFC 9112, section 9.6.
 */
export function createShutdown(server: Server) {
  let begun = false;
  let closing = false;
  const connections = new Map<Socket, TrackedConnection>();
  server.on('connection', (socket) => {
    connections.set(socket, { socket, pending: [], idleAtBytes: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.pending.push(response);
    response.on('close', () => {
      connection.pending.splice(connection.pending.indexOf(response), 1);
      if (request.complete) settle(connection);
      else request.once('close', () => settle(connection));
    });
    if (begun) markLast(connection.pending);
  });

  function settle(connection: TrackedConnection): void {
    if (connection.pending.length > 0 || connection.socket.destroyed) return;
    connection.idleAtBytes = connection.socket.bytesRead;
    if (closing) endIfIdle(connection);
  }

  function begin(): void {
    begun = true;
    for (const { pending } of connections.values()) markLast(pending);
  }

  async function endIdle(): Promise<void> {
    // Buffers are read in the next turn of the event loop, those of connections that it accepts in the one after it.
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    closing = true;
    for (const connection of connections.values()) endIfIdle(connection);
  }

  return {
    /** Whether `drain` or `close` has been called. */
    get begun(): boolean {
      return begun;
    },
    /** Continues to serve, but closes each connection after its next response. */
    drain: begin,
    /** Stops accepting, and settles when all responses are sent and all connections closed; slow ones are destroyed. */
    close: () =>
      new Promise<void>((resolve) => {
        begin();
        const timeout = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
        // Not that of http.Server, which would destroy idle connections, and drop what is in their buffers.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(timeout);
          // It ends the looking for slow requests.
          server.close();
          // Responses on connections that were destroyed close at the end of this turn of the event loop, and are logged then.
          setImmediate(() => setImmediate(resolve));
        });
        void endIdle();
      }),
  };
}

/** Responses after which the server, and not the client, closes the connection. */
const marked = new WeakSet<ServerResponse>();

/** Makes the response to the last request of a connection close it; a request that follows takes its place. */
function markLast(pending: readonly ServerResponse[]): void {
  const last = pending.at(-1);
  const previous = pending.at(-2);
  if (previous && marked.delete(previous) && !previous.headersSent) previous.shouldKeepAlive = true;
  if (!last || last.headersSent || !last.shouldKeepAlive) return;
  last.shouldKeepAlive = false;
  marked.add(last);
}

/** Ends a connection without pending requests, on which nothing is being received. What arrives then does not run. */
function endIfIdle({ socket, pending, idleAtBytes }: TrackedConnection): void {
  if (pending.length > 0 || socket.bytesRead !== idleAtBytes || socket.writableEnded) return;
  socket.end();
  setTimeout(() => socket.destroy(), SOCKET_CLOSE_TIMEOUT_MS).unref();
}
