import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** An open connection and its pending requests. */
export interface TrackedConnection {
  socket: Socket;
  /** The responses to requests that have arrived, in their order. */
  pending: ServerResponse[];
  /** Bytes that had been received when the last response was sent; while there are no more, nothing is being received. */
  idleAtBytes: number;
}

export interface Connections {
  of(socket: Socket): TrackedConnection | undefined;
  all(): Iterable<TrackedConnection>;
}

export interface ConnectionEvents {
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
export function trackConnections(server: Server, events: ConnectionEvents): Connections {
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

  return { of: (socket) => connections.get(socket), all: () => connections.values() };
}
