// The server of PORT, which all modes share.
import type { AddressInfo } from 'node:net';
import proxyAddr from 'proxy-addr';
import type { Logger } from '../../base/telemetry/createLogger.ts';
import { DRAINING } from '../RunningServer.ts';
import { SERVER_TIMEOUTS, createBoundedServer } from './createBoundedServer.js';
import { type ListenerSettings, createListener } from './createListener.ts';
import { createShutdown } from './createShutdown.ts';
import { handleClientErrors } from './handleClientErrors.ts';
import { boundTurns, queueRequests } from './queueRequests.ts';

interface HttpSettings extends ListenerSettings, PortSettings {
  /** The peers whose forwarding headers are trusted. */
  trustProxy?: readonly string[] | undefined;
}

/** What every port has. */
export interface PortSettings {
  host: string;
  port: number;
  /** The connections that one address may have open; absent: no limit. */
  maxConnectionsPerAddress?: number | undefined;
  log: Logger;
}

export type HttpServer = Awaited<ReturnType<typeof startHttpServer>>;

/** Starts listening; rejects with Node's error if the address is not available. */
export async function startHttpServer({ host, port, trustProxy, maxConnectionsPerAddress, ...settings }: HttpSettings) {
  const trustsPeer = trustProxy && proxyAddr.compile([...trustProxy]);
  const server = createBoundedServer(
    { timeouts: SERVER_TIMEOUTS, maxConnectionsPerAddress, trustsPeer },
    logLimit(settings.log, maxConnectionsPerAddress),
    // `validateRequest` does it: Node's response has no body.
    { requireHostHeader: false },
  );
  const shutdown = createShutdown(server);
  const check = () => (shutdown.begun ? Promise.reject(DRAINING) : settings.ping());
  server.on('request', queueRequests(boundTurns(createListener({ ...settings, ping: check }), trustsPeer)));
  // No limit: `validateRequest` refuses what Node would drop.
  server.maxHeadersCount = 0;
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

/** Logs that an address has as many connections as it may have. */
export function logLimit(log: Logger, max: number | undefined): (address: string) => void {
  return (address) => log.warn({ address, max }, 'an address has too many connections; further ones are closed');
}
