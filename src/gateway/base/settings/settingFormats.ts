import proxyAddr from 'proxy-addr';

/** A pattern that a text has to match, and the rest of the sentence that says so. */
export interface TextPattern {
  pattern: RegExp;
  message: string;
}

/**
 * How documents are sent that an upstream knows. `id`: the SHA-256 as `documentId`; `hive`: as that of an app deployment of Hive, `name~version~SHA-256`; `hash`: as
 * `extensions.persistedQuery`, Apollo's protocol. No text is sent with any of them.
 */
export const TRUSTED_DOCUMENTS = ['id', 'hash', 'hive'] as const;
export type TrustedDocuments = (typeof TRUSTED_DOCUMENTS)[number];

/** A number of requests and the seconds of a window, at most 27 hours. */
export const RATE_LIMIT_PATTERN: TextPattern = {
  pattern: /^[1-9]\d{0,8}\/[1-9]\d{0,4}$/,
  message: 'must be requests/seconds, such as 100/60, with at most 99999 seconds',
};

export const BASE_PATH_PATTERN: TextPattern = {
  pattern: /^(\/(?!\.{1,2}(\/|$))[\w.~!$&'()*+,;=:@-]+)*$/,
  message: 'must be a path such as /api, without a trailing slash, percent-encoding or a query',
};

export const API_NAME_PATTERN: TextPattern = {
  pattern: /^[a-z0-9][a-z0-9_.-]{0,63}$/,
  message:
    'must be at most 64 lowercase letters, digits, dots, hyphens and underscores, as in application/vnd.<name>.v1+json',
};

/** The most requests of a caller in a window of time. */
export interface RateLimit {
  requests: number;
  windowSeconds: number;
}

/** Reads a limit of the form of `RATE_LIMIT_PATTERN`. */
export function parseRateLimit(text: string): RateLimit {
  const [requests, windowSeconds] = text.split('/').map(Number) as [number, number];
  return { requests, windowSeconds };
}

/** Whether a text is an origin as browsers send it: scheme, host, and the port unless it is the default of the scheme. */
export function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Whether `proxy-addr` can compile the list: IP addresses, ranges, and names of ranges such as `loopback`. */
export function isProxyList(peers: readonly string[]): boolean {
  // proxy-addr takes a bare number for an address.
  if (peers.some((peer) => /^\d+$/.test(peer))) return false;
  try {
    proxyAddr.compile([...peers]);
    return true;
  } catch {
    return false;
  }
}
