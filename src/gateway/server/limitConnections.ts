import type { Server } from 'node:http';
import { networkOf } from '../protocol/networkOf.ts';
import type { TrustsPeer } from '../protocol/parseForwarded.ts';
import type { Logger } from '../telemetry/createLogger.ts';

/** How the connections of an address are limited. */
export interface ConnectionLimit {
  /** The connections that one address may have open. */
  max: number;
  /** Proxies have the connections of all their clients, and no limit. */
  trustsPeer?: TrustsPeer | undefined;
  log: Logger;
}

interface AddressConnections {
  open: number;
  /** Whether the log says that the limit is reached: once, until none is open. */
  isLogged: boolean;
}

/**
 * Closes the connections of an address beyond a limit before anything is read from them. An IPv6 address counts by its first 64 bits,
 * as for the rate limits.
 */
export function limitConnections(server: Server, { max, trustsPeer, log }: ConnectionLimit): void {
  const connections = new Map<string, AddressConnections>();
  // Before the listener of Node, which begins to read.
  server.prependListener('connection', (socket) => {
    const { remoteAddress } = socket;
    // A connection that is closed already has no address.
    if (remoteAddress === undefined || trustsPeer?.(remoteAddress, 0)) return;
    const address = networkOf(remoteAddress);
    const own = connections.get(address) ?? { open: 0, isLogged: false };
    if (own.open >= max) {
      socket.destroy();
      if (!own.isLogged) log.warn({ address, max }, 'an address has too many connections; further ones are closed');
      own.isLogged = true;
      return;
    }
    own.open++;
    connections.set(address, own);
    socket.once('close', () => {
      own.open--;
      if (own.open === 0) connections.delete(address);
    });
  });
}
