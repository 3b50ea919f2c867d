import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer, type Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/**
 * Where a connection is cut: before a request reaches the server, after the server has responded but before any of the
 * response is passed on, or after half of it.
 */
export const CUTS = ['request', 'response', 'half of a response'] as const;
export type Cut = (typeof CUTS)[number];

/** A COMMIT in the protocol of PostgreSQL. */
const COMMIT = 'COMMIT\0';
const HOLD_TIMEOUT_MS = 60_000;

/** A TCP proxy that breaks connections on demand. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cuts: Cut[] = [];
  /** How many connections wait to commit; undefined while every COMMIT is passed on. */
  #held: number | undefined;
  #port = 0;

  private constructor(target: number) {
    this.#server = createServer((near) => this.#relay(near, connect(target, '127.0.0.1')));
  }

  /** Starts a proxy in front of a local port. */
  static async start(target: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    await proxy.up();
    return proxy;
  }

  get port(): number {
    return this.#port;
  }

  /** Cuts the connections that carry data next, one for each of these. */
  cutNext(cuts: readonly Cut[]): void {
    this.#cuts.push(...cuts);
  }

  /** Passes on no COMMIT, and nothing that follows it on its connection, from now on; resolves when so many are held. */
  async holdCommits(count: number): Promise<void> {
    this.#held = 0;
    const deadline = Date.now() + HOLD_TIMEOUT_MS;
    while (this.#held < count) {
      if (Date.now() > deadline) throw new Error(`fewer than ${count} transactions came to their COMMIT`);
      await setTimeout(10);
    }
  }

  /** Passes on each COMMIT that is sent from now on. */
  passCommits(): void {
    this.#held = undefined;
  }

  /** Closes every connection, and refuses new ones. */
  async down(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Listens, at the same port as before. */
  async up(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Ends the proxy for good. */
  async end(): Promise<void> {
    if (this.#server.listening) await this.down();
  }

  #relay(near: Socket, far: Socket): void {
    let cut: Cut | undefined;
    let isHeld = false;
    near.on('data', (data) => {
      if (this.#held !== undefined && !isHeld && data.includes(COMMIT)) {
        isHeld = true;
        this.#held++;
      }
      if (isHeld) return;
      cut ??= this.#cuts.shift();
      if (cut === 'request') near.destroy();
      else far.write(data);
    });
    far.on('data', (data) => {
      if (cut === undefined) near.write(data);
      else if (cut === 'response') near.destroy();
      else near.end(data.subarray(0, data.length / 2));
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => {});
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }
}
