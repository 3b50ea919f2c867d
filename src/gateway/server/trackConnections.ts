import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** An open connection, and what came by it and has not been answered. */
export interface Connection {
  socket: Socket;
  /** In the order of the requests. */
  unanswered: ServerResponse[];
  /** How many bytes had come when the last answer was out; as long as there are no more, nothing is being received. */
  quietAt: number;
}

/** The connections of a server. */
export interface Connections {
  of(socket: Socket): Connection | undefined;
  all(): Iterable<Connection>;
}

/** What is told of connections. */
export interface ConnectionEvents {
  /** A request came; its response is the last of `unanswered`. */
  onRequest(connection: Connection): void;
  /** Nothing is left to answer. */
  onQuiet(connection: Connection): void;
  /** The client sends nothing more, but may still read. */
  onHalfClosed(connection: Connection): void;
}

/**
 * Knows the connections of a server for as long as they are open. A response that waits behind another has no connection of its
 * own yet, and Node does not close it when the connection ends: it is forgotten together with that.
 */
export function trackConnections(server: Server, events: ConnectionEvents): Connections {
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket) => {
    const connection: Connection = { socket, unanswered: [], quietAt: 0 };
    connections.set(socket, connection);
    socket.once('end', () => events.onHalfClosed(connection));
    socket.once('close', () => {
      connections.delete(socket);
      connection.unanswered.length = 0;
    });
  });
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.unanswered.push(response);
    response.once('close', () => {
      const { unanswered } = connection;
      const at = unanswered.indexOf(response);
      if (at >= 0) unanswered.splice(at, 1);
      if (request.complete) settle(connection);
      else request.once('close', () => settle(connection));
    });
    events.onRequest(connection);
  });

  function settle(connection: Connection): void {
    if (connection.unanswered.length > 0 || connection.socket.destroyed) return;
    connection.quietAt = connection.socket.bytesRead;
    events.onQuiet(connection);
  }

  return { of: (socket) => connections.get(socket), all: () => connections.values() };
}
