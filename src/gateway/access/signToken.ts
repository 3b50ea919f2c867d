import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';

export interface TokenRequest {
  scopes: readonly string[];
  subject?: string | undefined;
  /** Seconds from now. */
  lifetime: number;
}

/** Signs a token with the local key. See RFC 7519. */
export function signToken(privateKey: KeyObject, { scopes, subject, lifetime }: TokenRequest): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const token = new SignJWT({ scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime);
  if (subject !== undefined) token.setSubject(subject);
  return token.sign(privateKey);
}
