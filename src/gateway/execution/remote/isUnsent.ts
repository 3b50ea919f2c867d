// An error of fetch does not say whether the request was sent. Its implementation, undici, publishes the errors of connections
// that were not established. See https://undici.nodejs.org/#/docs/api/DiagnosticsChannel
import { subscribe } from 'node:diagnostics_channel';

const connectErrors = new WeakSet<object>();

subscribe('undici:client:connectError', (message) => {
  connectErrors.add((message as { error: Error }).error);
});

/**
 * Whether fetch failed with this error before it sent anything: the host name was not resolved, the connection was not
 * established, or its TLS handshake failed. With any other error the request may have been sent.
 */
export function isUnsent(error: unknown): boolean {
  const { cause } = error as Error;
  return typeof cause === 'object' && cause !== null && connectErrors.has(cause);
}
