/** For errors, and for endpoints without `maxAge`. See RFC 9111, section 5.2.2. */
export const NO_STORE = 'private, no-store';

/** The `Cache-Control` of a success; `maxAge` in seconds. */
export function cacheControl(maxAge: number | undefined): string {
  return maxAge === undefined ? NO_STORE : `private, max-age=${maxAge}`;
}
