// How a server stops without losing a request, and responds to clients that have ended their side of a connection.
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** Time that a closing server waits for pending requests. */
const CLOSE_TIMEOUT_MS = 10_000;
/** Time for a client to close its side of a connection that the server has ended. */
const SOCKET_CLOSE_TIMEOUT_MS = 1_000;

/** How a server stops. */
interface Shutdown {
  /** Whether `drain` or `close` has been called. */
  readonly begun: boolean;
  /** Continues to serve, but closes each connection after its next response. */
  drain(): void;
  /** Stops accepting, and settles when all responses are sent and all connections closed; slow ones are destroyed. */
  close(): Promise<void>;
}

/**
 * Prepares a server for its shutdown, which loses no request that has arrived: what is in the buffer of a connection is read,
 * queued requests and those that are being received get a response, and only idle connections are ended. (The beginning of a
 * request that arrived in one packet with the end of another is not seen, but nothing of it runs.) The last response of each
 * connection has `Connection: close`. See RFC 9112, section 9.6.
 */
export function createShutdown(server: Server): Shutdown {
  let begun = false;
  let closing = false;
  const connections = trackConnections(server, {
    onRequest: ({ pending }) => begun && markLast(pending),
    onIdle: (connection) => closing && endIfIdle(connection),
    onHalfClosed: (connection) => {
      if (connection.pending.length === 0) return;
      markLast(connection.pending);
      watchHalfClosed(connection);
    },
  });
  allowHalfClosed(server);

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
    get begun() {
      return begun;
    },
    drain: begin,
    close: () =>
      new Promise((resolve) => {
        begin();
        const timeout = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
        // Not that of http.Server, which would destroy idle connections, and drop what is in their buffers.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(timeout);
          // It ends the looking for slow requests.
          server.close();
          resolve();
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

/** An open connection and its pending requests. */
interface TrackedConnection {
  socket: Socket;
  /** The responses to requests that have arrived, in their order. */
  pending: ServerResponse[];
  /** Bytes that had been received when the last response was sent; while there are no more, nothing is being received. */
  idleAtBytes: number;
}

interface ConnectionEvents {
  /** A request has arrived; its response is the last of `pending`. */
  onRequest(connection: TrackedConnection): void;
  /** No request is pending. */
  onIdle(connection: TrackedConnection): void;
  /** The client has closed its side, but may still read. */
  onHalfClosed(connection: TrackedConnection): void;
}

/**
 * Tracks the open connections of a server. A response that waits for another has no socket yet, so Node does not close it with
 * the connection: it is removed together with that.
 */
function trackConnections(server: Server, events: ConnectionEvents): ReadonlyMap<Socket, TrackedConnection> {
  const connections = new Map<Socket, TrackedConnection>();
  server.on('connection', (socket) => {
    const connection: TrackedConnection = { socket, pending: [], idleAtBytes: 0 };
    connections.set(socket, connection);
    socket.once('end', () => events.onHalfClosed(connection));
    socket.once('close', () => {
      connections.delete(socket);
      connection.pending.length = 0;
    });
  });
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.pending.push(response);
    response.on('close', () => {
      const { pending } = connection;
      const at = pending.indexOf(response);
      if (at >= 0) pending.splice(at, 1);
      if (request.complete) settle(connection);
      else request.once('close', () => settle(connection));
    });
    events.onRequest(connection);
  });

  function settle(connection: TrackedConnection): void {
    if (connection.pending.length > 0 || connection.socket.destroyed) return;
    connection.idleAtBytes = connection.socket.bytesRead;
    events.onIdle(connection);
  }

  return connections;
}

/** Time until the first probe of a client; the pause doubles with each one. */
const FIRST_PROBE_MS = 50;
const MAX_PAUSE_MS = 1_000;

/**
 * Lets a server respond to clients that close their side of the connection after their requests. A client that has
 * disconnected looks the same, so one that has to wait is sent 102 (Processing) now and then: clients of HTTP/1.1 ignore it,
 * but the system of one that has disconnected resets the connection. See RFC 9110, section 15.2, and RFC 9112, section 9.6.
 */
function allowHalfClosed(server: Server): void {
  // An undocumented property: without it Node ends the connection together with the client.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
}

/** Probes a client that has closed its side, for as long as requests are pending. */
function watchHalfClosed(connection: TrackedConnection): void {
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
