/** Verification of a certificate, and handshakes that end in an alert or meet something else than TLS. */
const TLS_HANDSHAKE =
  /^(?:ERR_TLS_CERT_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|\w*ALERT_(?:HANDSHAKE_FAILURE|PROTOCOL_VERSION|INSUFFICIENT_SECURITY|UNRECOGNIZED_NAME|NO_APPLICATION_PROTOCOL)))/;

/** What Node says, with ECONNRESET, of a connection that ends in its TLS handshake. */
const BEFORE_TLS = 'Client network socket disconnected before secure TLS connection was established';

/**
 * Whether fetch failed with this error before it sent anything: the name of the host was not found, the connection was not
 * established, or its TLS handshake failed. Anything else may have happened to a request that was sent.
 */
export function isUnsent(error: unknown): boolean {
  const cause = (error as Error).cause ?? error;
  // Where a host has several addresses, each has failed in its own way.
  const {
    syscall,
    code = '',
    message,
  } = (cause instanceof AggregateError ? cause.errors[0] : cause) as NodeJS.ErrnoException;
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  return message === BEFORE_TLS || TLS_HANDSHAKE.test(code);
}
