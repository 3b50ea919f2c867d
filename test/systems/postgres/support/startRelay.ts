import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy between a program and a server that can fail on demand. */
export interface Relay {
  /** The URL of a database through the relay. */
  through(url: string): string;
  /** Closes every connection, and refuses new ones. Resolves once the program has closed its ends, so that it sends nothing over them. */
  cut(): Promise<void>;
  /** Relays again, at the same port. */
  restore(): Promise<void>;
  /**
   * Passes on data of the program that contains this text, and closes its connection when the server responds, instead of
   * passing on the response. Undefined ends that.
   */
  cutResponsesTo(text: string | undefined): void;
  /** Ends the next connection by a FATAL error in the same segment that completes its startup. */
  failNextStart(): void;
  /** Closes the connection of the next cancel request instead of passing it on. */
  loseNextCancel(): void;
  /** Keeps connections open, accepts new ones, and passes nothing on until `resume`. */
  pause(): void;
  resume(): void;
}

/** An unsolicited error of a server: see https://www.postgresql.org/docs/current/protocol-error-fields.html */
const TERMINATED = errorResponse({ S: 'FATAL', V: 'FATAL', C: '57P01', M: 'terminating connection' });

function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const body = Buffer.from(
    `${Object.entries(fields)
      .map(([type, text]) => `${type}${text}\0`)
      .join('')}\0`,
  );
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** ReadyForQuery, outside of a transaction. */
const READY = Buffer.from('Z\0\0\0\x05I');

/** The code of a CancelRequest. */
const CANCEL = Buffer.from('04d2162e', 'hex');

/** Relays every byte to and from a server. */
export async function startRelay(server: string): Promise<Relay> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let cutAfter: string | undefined;
  let failsNextStart = false;
  let losesNextCancel = false;
  let paused = false;
  const relay = createServer((near) => {
    clients.add(near);
    near.on('close', () => clients.delete(near));
    const far = connect(Number(port || 5432), hostname);
    let isCut = false;
    near.on('data', (data) => {
      if (cutAfter !== undefined && data.includes(cutAfter)) isCut = true;
      if (losesNextCancel && data.includes(CANCEL)) {
        losesNextCancel = false;
        near.destroy();
      } else far.write(data);
    });
    far.on('data', (data) => {
      if (isCut) near.destroy();
      else if (failsNextStart && data.includes(READY)) {
        failsNextStart = false;
        near.end(Buffer.concat([data, TERMINATED]));
      } else near.write(data);
    });
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
      if (paused) one.pause();
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
      for (const client of clients) {
        if (paused) client.destroy();
        else client.end();
      }
      await closed;
    },
    restore: async () => void (await listen(own)),
    cutResponsesTo: (text) => {
      cutAfter = text;
    },
    failNextStart: () => {
      failsNextStart = true;
    },
    loseNextCancel: () => {
      losesNextCancel = true;
    },
    pause: () => {
      paused = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      paused = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
