import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on the loopback that counts in what its clients send. */
export interface CountingProxy {
  /** The address that clients connect to instead. */
  host: string;
  port: number;
  /** The counts of all connections so far. */
  count(): number;
  /** The connections that were opened so far. */
  connections(): number;
  stop(): Promise<void>;
}

/** Starts a proxy; `createCounter` returns, for one connection, a function from the next chunk to the count so far. */
export async function startCountingProxy(
  target: { host: string; port: number },
  createCounter: () => (chunk: Buffer) => number,
): Promise<CountingProxy> {
  let total = 0;
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    connections++;
    const upstream = connect(target);
    const counter = createCounter();
    let counted = 0;
    client.on('data', (chunk: Buffer) => {
      const now = counter(chunk);
      total += now - counted;
      counted = now;
    });
    client.pipe(upstream).pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.setNoDelay(true);
      sockets.add(socket);
      // An end that breaks ends the other; the process behind it reports the failure.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    count: () => total,
    connections: () => connections,
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
