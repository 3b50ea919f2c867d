/**
 * The Authorization header with the scheme of the conventions replaced by Bearer, the only scheme that authenticators know.
 * Another scheme is left as it is, but Bearer itself is dropped. Schemes are case-insensitive: RFC 9110, section 11.1.
 */
export function toBearer(authorization: string | undefined, scheme: string): string | undefined {
  if (authorization === undefined || scheme === 'Bearer') return authorization;
  const space = authorization.indexOf(' ');
  const given = (space < 0 ? authorization : authorization.slice(0, space)).toLowerCase();
  if (given === scheme.toLowerCase()) return `Bearer${authorization.slice(given.length)}`;
  return given === 'bearer' ? undefined : authorization;
}
