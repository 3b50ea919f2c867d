// The schemes of Authorization and of the challenges in WWW-Authenticate.
/** The parameters of a `WWW-Authenticate: Bearer` challenge. See RFC 6750, section 3. */
export interface Challenge {
  realm?: string;
  /** Absent where the request has no credentials. */
  error?: 'invalid_token' | 'insufficient_scope';
  description?: string;
  /** Scopes separated by spaces. */
  scope?: string;
}

/** Writes a challenge; undefined parameters are omitted. */
export function renderChallenge({ realm, error, description, scope }: Challenge): string {
  const parameters = Object.entries({ realm, error, error_description: description, scope })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${quote(value!)}`);
  return ['Bearer', parameters.join(', ')].filter((part) => part !== '').join(' ');
}

/** A Bearer challenge in another scheme; a challenge of any other scheme is unchanged. */
export function withScheme(challenge: string, scheme: string): string {
  return challenge.replace(/^Bearer/, () => scheme);
}

/** A text as a quoted string. See RFC 9110, section 5.6.4. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * The Authorization header with the scheme of the conventions replaced by Bearer, the only scheme that authenticators know.
 * Another scheme is left as it is, but Bearer itself is dropped. Schemes are case-insensitive: RFC 9110, section 11.1.
 */
export function toBearer(authorization: string | undefined, scheme: string): string | undefined {
  if (authorization === undefined || scheme === 'Bearer') return authorization;
  const sentScheme = authorization.replace(/ .*/s, '').toLowerCase();
  if (sentScheme === scheme.toLowerCase()) return `Bearer${authorization.slice(sentScheme.length)}`;
  return sentScheme === 'bearer' ? undefined : authorization;
}
