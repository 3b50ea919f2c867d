import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connections that stay open. */
export interface OpenConnections {
  /** Opens more until there are so many; each has sent one request and received its response. */
  growTo(count: number): Promise<void>;
  /** Sends so many requests, one after the other, each over the next connection. */
  send(count: number): Promise<void>;
  close(): void;
}

/** How many connect at once: the queue of the listening socket is longer. */
const BATCH = 50;

/** Opens connections to a server, over all of which the same `GET` is sent; its response must be one segment. */
export function openConnections(origin: string, path: string, authorization: string): OpenConnections {
  const { hostname, port, host } = new URL(origin);
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n\r\n`;
  const sockets: Socket[] = [];
  let next = 0;

  async function sendOver(socket: Socket): Promise<void> {
    socket.write(request);
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    if (!chunk.toString('latin1', 0, 12).endsWith(' 200')) throw new Error(`${path} is answered with ${chunk}`);
  }

  async function open(): Promise<void> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    sockets.push(socket);
    await once(socket, 'connect');
    await sendOver(socket);
  }

  return {
    growTo: async (count) => {
      while (sockets.length < count) {
        await Promise.all(Array.from({ length: Math.min(BATCH, count - sockets.length) }, open));
      }
    },
    send: async (count) => {
      for (let sent = 0; sent < count; sent++) await sendOver(sockets[next++ % sockets.length]!);
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}
