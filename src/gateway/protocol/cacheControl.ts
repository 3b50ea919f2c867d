/** For errors, and for data of which the endpoint does not say how long it may be kept. See RFC 9111, section 5.2.2. */
export const NOT_STORED = 'private, no-store';

/** The `Cache-Control` of a success; `maxAge` in seconds. */
export function cacheControl(maxAge: number | undefined): string {
  return maxAge === undefined ? NOT_STORED : `private, max-age=${maxAge}`;
}
