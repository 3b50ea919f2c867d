import { SignJWT } from 'jose';

/** What every Portico under test verifies its tokens with, started by this suite or by somebody else. */
export const SPEC_SECRET = 'the secret that only the spec suite knows';

const SECRET = new TextEncoder().encode(SPEC_SECRET);

/** The scopes of the interface. */
export const ALL_SCOPES = 'users:read users:write orders:read orders:write products:read forecast:read';

/** Signs a token that is good for an hour, unless the claims say otherwise; a claim that is undefined is left out. */
export function signToken(
  claims: Record<string, unknown>,
  { secret = SECRET, algorithm = 'HS256' } = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ sub: 'spec', exp: now + 3600, ...claims }).setProtectedHeader({ alg: algorithm }).sign(secret);
}
