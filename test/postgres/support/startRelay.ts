import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What stands between a program and a server, and can be cut. */
export interface Relay {
  /** The URL of a database as it is reached through the relay. */
  through(url: string): string;
  /** Cuts every connection, and refuses new ones. */
  cut(): Promise<void>;
  /** Relays again, at the same port. */
  mend(): Promise<void>;
}

/** Relays every byte to and from a server. */
export async function startRelay(server: string): Promise<Relay> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  const relay = createServer((near) => {
    const far = connect(Number(port || 5432), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = async (at: number) => {
    relay.listen(at, '127.0.0.1');
    await once(relay, 'listening');
    return (relay.address() as AddressInfo).port;
  };
  const own = await listen(0);
  return {
    through: (url) => {
      const relayed = new URL(url);
      relayed.host = `127.0.0.1:${own}`;
      return relayed.href;
    },
    cut: async () => {
      const closed = once(relay, 'close');
      relay.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: async () => void (await listen(own)),
  };
}
