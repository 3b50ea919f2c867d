import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/**
 * Where a connection is cut: before a request reaches the server, after the server has responded but before any of the
 * response is passed on, or after half of it.
 */
export const CUTS = ['request', 'response', 'half of a response'] as const;
export type Cut = (typeof CUTS)[number];

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
  /** Cuts the connections that carry data next, one for each of these. */
  cutNext(cuts: readonly Cut[]): void;
  /** Passes on no COMMIT, and nothing that follows it on its connection, until `passCommits`; resolves when so many are held. */
  holdCommits(count: number): Promise<void>;
  passCommits(): void;
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

/** A COMMIT in the protocol of PostgreSQL. */
const COMMIT = 'COMMIT\0';
const HOLD_TIMEOUT_MS = 60_000;

/** The code of a CancelRequest. */
const CANCEL = Buffer.from('04d2162e', 'hex');

/** Relays every byte to and from a server. */
export async function startRelay(server: string): Promise<Relay> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const cuts: Cut[] = [];
  let cutAfter: string | undefined;
  /** The connections that wait to commit; undefined while every COMMIT is passed on. */
  let held: Set<Socket> | undefined;
  let failsNextStart = false;
  let losesNextCancel = false;
  let paused = false;
  const relay = createServer((near) => {
    clients.add(near);
    near.on('close', () => clients.delete(near));
    const far = connect(Number(port || 5432), hostname);
    let cut: Cut | undefined;
    let isHeld = false;
    near.on('data', (data) => {
      if (held && data.includes(COMMIT)) {
        isHeld = true;
        held.add(near);
      }
      if (isHeld) return;
      cut ??= cutAfter !== undefined && data.includes(cutAfter) ? 'response' : cuts.shift();
      const isLost = losesNextCancel && data.includes(CANCEL);
      if (isLost) losesNextCancel = false;
      if (isLost || cut === 'request') near.destroy();
      else far.write(data);
    });
    far.on('data', (data) => {
      if (cut === 'response') near.destroy();
      else if (cut === 'half of a response') near.end(data.subarray(0, data.length / 2));
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
      if (!relay.listening) return;
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
    cutNext: (next) => void cuts.push(...next),
    holdCommits: async (count) => {
      const waiting = (held = new Set());
      const deadline = Date.now() + HOLD_TIMEOUT_MS;
      while (waiting.size < count) {
        if (Date.now() > deadline) throw new Error(`fewer than ${count} transactions came to their COMMIT`);
        await setTimeout(10);
      }
    },
    passCommits: () => {
      held = undefined;
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
