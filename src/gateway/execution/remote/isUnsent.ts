// Node's fetch does not tell whether it failed before or after it sent a request. Its client, undici, publishes which errors
// are those of connections that were not established. See https://undici.nodejs.org/#/docs/api/DiagnosticsChannel
import { subscribe } from 'node:diagnostics_channel';

const connectErrors = new WeakSet<object>();

subscribe('undici:client:connectError', (message) => {
  connectErrors.add((message as { error: Error }).error);
});

/**
 * Whether fetch failed with this error before it sent anything: the name of the host was not found, the connection was not
 * established, or its TLS handshake failed. Anything else may have happened to a request that was sent.
 */
export function isUnsent(error: unknown): boolean {
  const { cause } = error as Error;
  return typeof cause === 'object' && cause !== null && connectErrors.has(cause);
}
