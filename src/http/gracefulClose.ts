import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that a closing server waits for what is in flight. */
const GRACE = 10_000;

/**
 * Prepares a server for its end. What this gives stops accepting, lets requests in flight be answered, each as the last
 * one of its connection, and settles when all connections are closed; those that last too long are cut.
 */
export function gracefulClose(server: Server): () => Promise<void> {
  const connections = new Set<Socket>();
  const open = new Set<ServerResponse>();
  let closing = false;
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (_, response) => {
    if (closing) response.shouldKeepAlive = false;
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return () =>
    new Promise((resolve) => {
      closing = true;
      for (const response of open) response.shouldKeepAlive = false;
      const busy = new Set([...open].map(({ req }) => req.socket));
      for (const socket of connections) if (!busy.has(socket)) socket.destroy();
      const cut = setTimeout(() => server.closeAllConnections(), GRACE);
      server.close(() => {
        clearTimeout(cut);
        resolve();
      });
    });
}
