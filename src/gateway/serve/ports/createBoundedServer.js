// @ts-check
// The server of node:http of every port, with its timeouts, and the connections that one address may have. JavaScript, because the
// thread of HEALTH_PORT loads it as well. See `healthThread.js`.
import { createServer } from 'node:http';
import { networkOf } from '../../http/networkOf.js';

/** Timeouts of every port, in milliseconds, and by the names of Node. */
export const SERVER_TIMEOUTS = {
  // Load balancers keep connections for a minute, and must be the ones that close them.
  keepAliveTimeout: 72_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  /**
   * Without a byte in either direction until a connection is closed: longer than any request takes to execute. Otherwise a client that
   * does not read its response keeps the connection, and the response, for ever.
   */
  timeout: 60_000,
};

/**
 * @typedef {object} ServerLimits
 * @property {typeof SERVER_TIMEOUTS} timeouts
 * @property {number | undefined} [maxConnectionsPerAddress] The connections that one address may have open; absent: no limit.
 * @property {import('../../http/clientOrigin.ts').TrustsPeer | undefined} [trustsPeer] Proxies have the connections of all their clients, and no limit.
 */

/**
 * @param {ServerLimits} limits
 * @param {(address: string) => void} onLimit Called once for an address whose further connections are closed, until none of it is open.
 * @param {import('node:http').ServerOptions} [options]
 */
export function createBoundedServer({ timeouts: { timeout, ...timeouts }, ...limits }, onLimit, options) {
  const server = createServer({ ...options, ...timeouts });
  server.timeout = timeout;
  const { maxConnectionsPerAddress: max, trustsPeer } = limits;
  if (max !== undefined) limitConnections(server, { max, trustsPeer, onLimit });
  return server;
}

/**
 * Closes the connections of an address beyond a limit before anything is read from them. An IPv6 address counts by its first 64 bits,
 * as for the rate limits.
 * @param {import('node:http').Server} server
 * @param {{ max: number, onLimit: (address: string) => void } & Pick<ServerLimits, 'trustsPeer'>} limit
 */
function limitConnections(server, { max, trustsPeer, onLimit }) {
  /** @type {Map<string, { open: number, isReported: boolean }>} */
  const connections = new Map();
  // Before the listener of Node, which begins to read.
  server.prependListener('connection', (socket) => {
    const { remoteAddress } = socket;
    // A connection that is closed already has no address.
    if (remoteAddress === undefined || trustsPeer?.(remoteAddress, 0)) return;
    const address = networkOf(remoteAddress);
    const ofAddress = connections.get(address) ?? { open: 0, isReported: false };
    if (ofAddress.open >= max) {
      socket.destroy();
      if (!ofAddress.isReported) onLimit(address);
      ofAddress.isReported = true;
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
