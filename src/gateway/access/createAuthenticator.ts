// Turns an Authorization header into a Caller. Verification is jose's; which algorithms are accepted follows from the
// kind of key and never from the token. Refuses whatever has no expiry.
import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { AuthSettings, KeySource } from '../config/Settings.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import { KEY_SET_ALGORITHMS, publicKeyAlgorithms, secretAlgorithms } from './signatureAlgorithms.ts';
import type { Caller } from './Caller.ts';
import { readScopes } from './readScopes.ts';
import { TokenCache } from './TokenCache.ts';
import { describeTokenError } from './describeTokenError.ts';

export interface Authenticator {
  /** Rejects with UNAUTHENTICATED, or with UNAVAILABLE if the issuer's keys cannot be fetched. */
  authenticate(authorization: string | undefined): Promise<Caller>;
}

export interface AuthenticatorSettings extends Omit<AuthSettings, 'key'> {
  key: Exclude<KeySource, { kind: 'local' }>;
  realm: string;
  /** Whether the key is that of the data folder: a token that does not fit it is then probably of another folder. */
  signsLocally?: boolean;
}

/** Seconds by which clocks may differ. */
const CLOCK_TOLERANCE = 5;

/** Makes the authenticator of one process. See RFC 6750 for the challenges, RFC 7519 for the claims. */
export function createAuthenticator(settings: AuthenticatorSettings): Authenticator {
  const { key, issuer, audience, realm, signsLocally } = settings;
  const { algorithms, getKey } = verificationOf(key);
  const options = {
    algorithms,
    clockTolerance: CLOCK_TOLERANCE,
    requiredClaims: ['exp'],
    ...(issuer && { issuer }),
    ...(audience && { audience }),
  };
  const cache = new TokenCache();

  async function verify(authorization: string | undefined): Promise<Caller> {
    const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
    if (authorization === undefined || !token) throw unauthenticated(realm, authorization);
    try {
      const { payload } = await jwtVerify(token, getKey, options);
      const subject = typeof payload.sub === 'string' ? payload.sub : '';
      const caller = { subject, scopes: readScopes(payload), authorization };
      cache.set(caller, (payload.exp ?? 0) * 1000);
      return caller;
    } catch (error) {
      throw error instanceof ServiceError ? error : invalidToken(realm, describeTokenError(error, signsLocally));
    }
  }

  return {
    authenticate: async (authorization) => cache.getCached(authorization) ?? verify(authorization),
  };
}

function verificationOf(source: AuthenticatorSettings['key']): { algorithms: string[]; getKey: JWTVerifyGetKey } {
  if (source.kind === 'public') return { algorithms: publicKeyAlgorithms(source.key), getKey: async () => source.key };
  if (source.kind === 'secret')
    return { algorithms: secretAlgorithms(source.secret), getKey: async () => source.secret };
  return { algorithms: KEY_SET_ALGORITHMS, getKey: keySet(source.url) };
}

/** Keys are fetched when first needed, and again when they are ten minutes old or a token names an unknown one. */
function keySet(url: URL): JWTVerifyGetKey {
  const find = createRemoteJWKSet(url);
  return async (header, token) => {
    try {
      return await find(header, token);
    } catch (cause) {
      if (isOfTheSet(cause)) throw cause;
      // With the set at hand it is the key that is no good, unless the token names one that would have to be fetched.
      const set = find.jwks();
      if (set) await createLocalJWKSet(set)(header, token).catch(throwUnlessOfTheSet);
      const message = 'The keys that verify tokens cannot be fetched now; try again shortly.';
      throw new ServiceError('UNAVAILABLE', message, { headers: { 'retry-after': '5' }, cause });
    }
  };
}

/** Whether a key was looked for, and the set did not say which. */
function isOfTheSet(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}

function throwUnlessOfTheSet(error: unknown): void {
  if (!isOfTheSet(error)) throw error;
}

/** No credentials, or none of this kind: the challenge carries no error then. See RFC 6750 section 3.1. */
function unauthenticated(realm: string, authorization: string | undefined): ServiceError {
  if (/^bearer( |$)/i.test(authorization ?? '')) return invalidToken(realm, 'What follows Bearer is not a token.');
  return new ServiceError('UNAUTHENTICATED', 'Credentials are needed: send the header Authorization: Bearer <token>.', {
    headers: { 'www-authenticate': `Bearer realm="${realm}"` },
  });
}

function invalidToken(realm: string, fault: string): ServiceError {
  return new ServiceError('UNAUTHENTICATED', fault, {
    headers: { 'www-authenticate': `Bearer realm="${realm}", error="invalid_token", error_description="${fault}"` },
  });
}
