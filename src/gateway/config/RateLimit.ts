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
