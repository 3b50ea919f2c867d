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
