import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';

const SCOPES = 'users:read users:write orders:read orders:write products:read';

/** A secret for contenders, and the Authorization header of a caller who may do all that the bench asks for. */
export interface Credentials {
  secret: string;
  authorization: string;
}

/** Makes a secret, and signs a token with it that is valid for a day. */
export async function createCredentials(): Promise<Credentials> {
  const secret = randomBytes(32).toString('base64url');
  const token = new SignJWT({ sub: 'bench', scope: SCOPES })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1d');
  return { secret, authorization: `Bearer ${await token.sign(new TextEncoder().encode(secret))}` };
}
