import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer, type Server } from 'node:net';

/**
 * Where a connection is cut: before a request reaches the server, after the server has responded but before any of the
 * response is passed on, or after half of it.
 */
export const CUTS = ['request', 'response', 'half of a response'] as const;
export type Cut = (typeof CUTS)[number];

/** A TCP proxy that breaks connections on demand. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cuts: Cut[] = [];
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
    near.on('data', (data) => {
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
