// Verifies the token of an Authorization header with jose. The accepted algorithms follow from the kind of key, never from the
// token. A token without an expiry is refused.
import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { AuthSettings, KeySource } from '../config/Settings.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import { renderChallenge } from '../protocol/challenge.ts';
import { toBearer } from '../protocol/toBearer.ts';
import { KEY_SET_ALGORITHMS, publicKeyAlgorithms, secretAlgorithms } from './signatureAlgorithms.ts';
import type { Caller } from './Caller.ts';
import { deepFreeze } from './deepFreeze.ts';
import { readScopes } from './readScopes.ts';
import { TokenCache } from './TokenCache.ts';
import { describeTokenError } from './describeTokenError.ts';

export interface Authenticator {
  /**
   * Verifies the token of an Authorization header of this scheme, by default Bearer; the caller of a cached token is at hand.
   * Rejects with UNAUTHENTICATED, or with UNAVAILABLE if the issuer's keys cannot be fetched.
   */
  authenticate(authorization: string | undefined, scheme?: string): Caller | Promise<Caller>;
}

export interface AuthenticatorSettings extends Omit<AuthSettings, 'key'> {
  key: Exclude<KeySource, { kind: 'local' }>;
  realm: string;
  /** Whether the key is that of the data folder: the error of a wrong signature then mentions DATA_DIR. */
  signsLocally?: boolean;
}

/** By which clocks may differ. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** Creates the authenticator of one process. See RFC 6750 for the challenges, RFC 7519 for the claims. */
export function createAuthenticator(settings: AuthenticatorSettings): Authenticator {
  const { key, issuer, audience, realm, signsLocally } = settings;
  const { algorithms, getKey } = keyLookup(key);
  const options = {
    algorithms,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['exp'],
    ...(issuer && { issuer }),
    ...(audience && { audience }),
  };
  const cache = new TokenCache();

  async function verify(authorization: string | undefined): Promise<Caller> {
    const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
    if (authorization === undefined || !token) throw missingTokenError(realm, authorization);
    try {
      const { payload } = await jwtVerify(token, getKey, options);
      const subject = typeof payload.sub === 'string' ? payload.sub : '';
      const caller = { subject, scopes: readScopes(payload), claims: deepFreeze(payload), authorization };
      cache.set(caller, (payload.exp ?? 0) * 1000);
      return caller;
    } catch (error) {
      throw error instanceof ServiceError ? error : invalidTokenError(realm, describeTokenError(error, signsLocally));
    }
  }

  return {
    authenticate: (received, scheme = 'Bearer') => {
      const authorization = toBearer(received, scheme);
      const cached = cache.getCached(authorization);
      return cached ? withOwnScopes(cached) : verify(authorization).then(withOwnScopes);
    },
  };
}

/** Requests share the cached caller, and a set cannot be frozen: no resolver may change the scopes of another request. */
function withOwnScopes({ subject, scopes, claims, authorization }: Caller): Caller {
  return { subject, scopes: new Set(scopes), claims, authorization };
}

function keyLookup(source: AuthenticatorSettings['key']): { algorithms: string[]; getKey: JWTVerifyGetKey } {
  if (source.kind === 'public') return { algorithms: publicKeyAlgorithms(source.key), getKey: async () => source.key };
  if (source.kind === 'secret')
    return { algorithms: secretAlgorithms(source.secret), getKey: async () => source.secret };
  return { algorithms: KEY_SET_ALGORITHMS, getKey: remoteKeys(source.url) };
}

/** Keys are fetched on demand, and again when they are ten minutes old or a token names an unknown key. */
function remoteKeys(url: URL): JWTVerifyGetKey {
  const find = createRemoteJWKSet(url);
  return async (header, token) => {
    try {
      return await find(header, token);
    } catch (cause) {
      if (isSelectionError(cause)) throw cause;
      // With a key set in memory the key itself is not valid, unless the token names one that has to be fetched.
      const set = find.jwks();
      if (set) await createLocalJWKSet(set)(header, token).catch(rethrowUnlessSelection);
      const message = 'The keys of the token issuer are not available; try again shortly.';
      throw new ServiceError('UNAVAILABLE', message, { headers: { 'retry-after': '5' }, cause });
    }
  };
}

/** Whether the key set has no key, or several keys, for the token. */
function isSelectionError(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}

function rethrowUnlessSelection(error: unknown): void {
  if (!isSelectionError(error)) throw error;
}

/** No credentials, or another scheme: the challenge has no error then. See RFC 6750, section 3.1. */
function missingTokenError(realm: string, authorization: string | undefined): ServiceError {
  if (/^bearer( |$)/i.test(authorization ?? '')) return invalidTokenError(realm, 'The bearer token is malformed.');
  return new ServiceError(
    'UNAUTHENTICATED',
    'Credentials are required: send the header Authorization: Bearer <token>.',
    {
      headers: { 'www-authenticate': renderChallenge({ realm }) },
    },
  );
}

function invalidTokenError(realm: string, description: string): ServiceError {
  return new ServiceError('UNAUTHENTICATED', description, {
    headers: { 'www-authenticate': renderChallenge({ realm, error: 'invalid_token', description }) },
  });
}
