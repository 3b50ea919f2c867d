/** For errors, and for endpoints without `maxAge`. See RFC 9111, section 5.2.2. */
export const NO_STORE = 'private, no-store';

/** The `Cache-Control` of a success; `maxAge` in seconds. */
export function cacheControl(maxAge: number | undefined, scope: 'PRIVATE' | 'PUBLIC' = 'PRIVATE'): string {
  return maxAge === undefined ? NO_STORE : `${scope.toLowerCase()}, max-age=${maxAge}`;
}
