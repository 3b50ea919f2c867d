// The server of node:http that all modes share, with its timeouts, and the connections that one address may have.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import proxyAddr from 'proxy-addr';
import { type TrustsPeer, networkOf } from '../protocol/clientOrigin.ts';
import type { Logger } from '../telemetry/createLogger.ts';
import { DRAINING } from './RunningServer.ts';
import { type ListenerSettings, createListener } from './createListener.ts';
import { createShutdown } from './createShutdown.ts';
import { handleClientErrors } from './handleClientErrors.ts';
import { boundTurns, queueRequests } from './queueRequests.ts';

interface HttpSettings extends ListenerSettings {
  host: string;
  port: number;
  /** The peers whose forwarding headers are trusted. */
  trustProxy?: readonly string[] | undefined;
  /** The connections that one address may have open; absent: no limit. */
  maxConnectionsPerAddress?: number | undefined;
}

export type HttpServer = Awaited<ReturnType<typeof startHttpServer>>;

/** Timeouts in milliseconds. Load balancers keep connections for a minute, and must be the ones that close them. */
const SERVER_OPTIONS = {
  keepAliveTimeout: 72_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // `validateRequest` does it: Node's response has no body.
  requireHostHeader: false,
};

/** Milliseconds without a byte in either direction until a connection is closed: longer than any request takes to execute. */
const STALL_TIMEOUT_MS = 60_000;

/** Starts listening; rejects with Node's error if the address is not available. */
export async function startHttpServer({
  host,
  port,
  trustProxy,
  maxConnectionsPerAddress: max,
  ...settings
}: HttpSettings) {
  const server = createServer(SERVER_OPTIONS);
  const shutdown = createShutdown(server);
  const trustsPeer = trustProxy && proxyAddr.compile([...trustProxy]);
  const check = () => (shutdown.begun ? Promise.reject(DRAINING) : settings.ping());
  server.on('request', queueRequests(boundTurns(createListener({ ...settings, ping: check }), trustsPeer)));
  // Otherwise a client that does not read its response keeps the connection, and the response, for ever.
  server.timeout = STALL_TIMEOUT_MS;
  // No limit: `validateRequest` refuses what Node would drop.
  server.maxHeadersCount = 0;
  if (max !== undefined) limitConnections(server, { max, trustsPeer, log: settings.log });
  handleClientErrors(server, () => settings.api().rest);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    port: bound,
    /** With the base path and without a trailing slash. */
    url: `http://${authorityOf(host, bound)}${settings.basePath}`,
    /** Rejects while the server is not ready. */
    check,
    drain: shutdown.drain,
    close: shutdown.close,
  };
}

/** The authority of a URL to a server; one that listens on all addresses has that of the loopback interface. */
export function authorityOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `127.0.0.1:${port}`;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/**
 * Closes the connections of an address beyond a limit before anything is read from them. An IPv6 address counts by its first 64 bits,
 * as for the rate limits. Proxies have the connections of all their clients, and no limit. The log says once that the limit is reached,
 * until no connection is open.
 */
export function limitConnections(
  server: Server,
  { max, trustsPeer, log }: { max: number; trustsPeer?: TrustsPeer | undefined; log: Logger },
): void {
  const connections = new Map<string, { open: number; isLogged: boolean }>();
  // Before the listener of Node, which begins to read.
  server.prependListener('connection', (socket) => {
    const { remoteAddress } = socket;
    // A connection that is closed already has no address.
    if (remoteAddress === undefined || trustsPeer?.(remoteAddress, 0)) return;
    const address = networkOf(remoteAddress);
    const ofAddress = connections.get(address) ?? { open: 0, isLogged: false };
    if (ofAddress.open >= max) {
      socket.destroy();
      if (!ofAddress.isLogged)
        log.warn({ address, max }, 'an address has too many connections; further ones are closed');
      ofAddress.isLogged = true;
      return;
    }
    ofAddress.open++;
    connections.set(address, ofAddress);
    socket.once('close', () => {
      ofAddress.open--;
      if (ofAddress.open === 0) connections.delete(address);
    });
  });
}
