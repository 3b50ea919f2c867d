/** The scopes of a token: its claim `scope`, or else `scp`, each space-separated or a list. See RFC 8693, section 4.2. */
export function readScopes(claims: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const claim = claims['scope'] ?? claims['scp'];
  if (typeof claim === 'string') return new Set(claim.split(' ').filter(Boolean));
  return new Set(Array.isArray(claim) ? claim.filter((scope) => typeof scope === 'string') : []);
}
