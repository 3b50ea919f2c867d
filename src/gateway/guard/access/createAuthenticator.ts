// Verifies the token of an Authorization header with jose. The accepted algorithms follow from the kind of key, never from the
// token. A token without an expiry is refused.
import type { KeyObject } from 'node:crypto';
import {
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
} from 'jose';
import { LRUCache } from 'lru-cache';
import type { AuthSettings, KeySource, Settings } from '../../base/settings/Settings.ts';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { toBearer } from '../../http/credentials.ts';
import type { Caller } from './Caller.ts';
import { unauthenticatedError } from './checkScopes.ts';
import { type LocalKeyRing, openLocalKeyRing } from './openLocalKeyRing.ts';

export interface Authenticator {
  /**
   * Verifies the token of an Authorization header of this scheme, by default Bearer; the caller of a cached token is at hand.
   * Rejects with UNAUTHENTICATED, or with UNAVAILABLE if the issuer's keys cannot be fetched.
   */
  authenticate(authorization: string | undefined, scheme?: string): Caller | Promise<Caller>;
  /** The keys for others to verify with, those of the data folder. Absent where an issuer has them. */
  exportKeySet?: LocalKeyRing['exportKeySet'];
}

export interface AuthenticatorSettings extends Omit<AuthSettings, 'key'> {
  key: Exclude<KeySource, { kind: 'local' }> | { kind: 'local'; keys: LocalKeyRing };
  realm: string;
}

type SingleKeySource = Exclude<AuthenticatorSettings['key'], { kind: 'issuers' }>;

/** By which clocks may differ. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** Verifying a token takes longer than most reads: a valid one is verified once in this time, and never after its expiry. */
const MAX_CACHED_MS = 60_000;
const MAX_CACHED_TOKENS = 1000;
/** Characters; a longer header is not cached. */
const MAX_CACHED_LENGTH = 4096;

/** Creates the authenticator of one process. See RFC 6750 for the challenges, RFC 7519 for the claims. */
export function createAuthenticator(settings: AuthenticatorSettings): Authenticator {
  const { key, realm } = settings;
  const verificationOf = prepareVerifications(settings);
  const callers = new LRUCache<string, Caller>({ max: MAX_CACHED_TOKENS, perf: Date });

  async function verify(authorization: string | undefined): Promise<Caller> {
    const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
    if (authorization === undefined || !token) throw missingTokenError(realm, authorization);
    try {
      const { getKey, options, issuer } = verificationOf(token);
      const { payload } = await jwtVerify(token, getKey, options);
      const subject = typeof payload.sub === 'string' ? payload.sub : '';
      const caller = { subject, issuer, scopes: readScopes(payload), claims: deepFreeze(payload), authorization };
      const ttl = Math.min((payload.exp ?? 0) * 1000 - Date.now(), MAX_CACHED_MS);
      if (ttl > 0 && authorization.length <= MAX_CACHED_LENGTH) callers.set(authorization, caller, { ttl });
      return caller;
    } catch (error) {
      throw error instanceof ServiceError
        ? error
        : invalidTokenError(realm, describeTokenError(error, key.kind === 'local'));
    }
  }

  return {
    authenticate: (received, scheme = 'Bearer') => {
      const authorization = toBearer(received, scheme);
      const cached = authorization === undefined ? undefined : callers.get(authorization);
      return cached ? withOwnScopes(cached) : verify(authorization).then(withOwnScopes);
    },
  };
}

/** Creates the authenticator of the settings. Without an issuer, it verifies with the keys of the data folder. */
export async function openAuthenticator(
  { auth, dataDir }: Pick<Settings, 'auth' | 'dataDir'>,
  realm: string,
): Promise<Authenticator> {
  const { key } = auth;
  if (key.kind !== 'local') return createAuthenticator({ ...auth, key, realm });
  const keys = await openLocalKeyRing(dataDir);
  const { authenticate } = createAuthenticator({ ...auth, key: { kind: 'local', keys }, realm });
  return { authenticate, exportKeySet: keys.exportKeySet };
}

const RSA = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const EDWARDS = ['EdDSA', 'Ed25519'];
const ALGORITHM_BY_CURVE: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};

/** The algorithms of a key set, none of which uses a shared secret: key sets are public. */
export const KEY_SET_ALGORITHMS = [...RSA, ...EDWARDS, ...Object.values(ALGORITHM_BY_CURVE)];

/** The algorithms of one public key. See RFC 7518, section 3.1, and RFC 9864. */
export function publicKeyAlgorithms(key: KeyObject): string[] {
  if (key.asymmetricKeyType === 'rsa') return RSA;
  if (key.asymmetricKeyType === 'ed25519') return EDWARDS;
  return [ALGORITHM_BY_CURVE[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? []].flat();
}

/** The algorithms whose hash is not longer than the secret. See RFC 7518, section 3.2. */
export function secretAlgorithms(secret: Uint8Array): string[] {
  return [256, 384, 512].filter((bits) => secret.length * 8 >= bits).map((bits) => `HS${bits}`);
}

/** The scopes of a token: its claim `scope`, or else `scp`, each space-separated or a list. See RFC 8693, section 4.2. */
export function readScopes(claims: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const claim = claims['scope'] ?? claims['scp'];
  if (typeof claim === 'string') return new Set(claim.split(' ').filter(Boolean));
  return new Set(Array.isArray(claim) ? claim.filter((scope) => typeof scope === 'string') : []);
}

/** Requests share the cached caller, and a set cannot be frozen: no resolver may change the scopes of another request. */
function withOwnScopes({ subject, issuer, scopes, claims, authorization }: Caller): Caller {
  return { subject, issuer, scopes: new Set(scopes), claims, authorization };
}

/** How a token is verified. */
interface Verification {
  getKey: JWTVerifyGetKey;
  options: JWTVerifyOptions;
  /** Where there are several. */
  issuer?: string;
}

/** With several issuers, a token says itself who issued it: its signature must then be of a key of that issuer. */
function prepareVerifications({ key, issuer, audience }: AuthenticatorSettings): (token: string) => Verification {
  const compile = (source: SingleKeySource, iss: string | undefined) => {
    const { algorithms, getKey } = keyLookup(source);
    const claims = {
      requiredClaims: ['exp'],
      ...(iss && { issuer: iss }),
      ...(audience && { audience: [...audience] }),
    };
    return { getKey, options: { algorithms, clockTolerance: CLOCK_TOLERANCE_SECONDS, ...claims } };
  };
  if (key.kind !== 'issuers') {
    const verification = compile(key, issuer);
    return () => verification;
  }
  const verifications = new Map<unknown, Verification>(
    key.issuers.map((each) => [
      each.issuer,
      { ...compile({ kind: 'jwks', url: each.url }, each.issuer), issuer: each.issuer },
    ]),
  );
  return (token) => {
    const claims = decodeJwt(token);
    const verification = verifications.get(claims.iss);
    if (!verification) throw new errors.JWTClaimValidationFailed('unknown issuer', claims, 'iss', 'check_failed');
    return verification;
  };
}

function keyLookup(source: SingleKeySource): { algorithms: string[]; getKey: JWTVerifyGetKey } {
  if (source.kind === 'public') return { algorithms: publicKeyAlgorithms(source.key), getKey: async () => source.key };
  if (source.kind === 'secret')
    return { algorithms: secretAlgorithms(source.secret), getKey: async () => source.secret };
  if (source.kind === 'local') return { algorithms: ['ES256'], getKey: localKeys(source.keys) };
  return { algorithms: KEY_SET_ALGORITHMS, getKey: remoteKeys(source.url) };
}

function localKeys(keys: LocalKeyRing): JWTVerifyGetKey {
  return async (header, token) => {
    const key = await keys.find(header, token);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
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
      throw new ServiceError('UNAVAILABLE', message, { cause });
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
  return unauthenticatedError({ realm }, 'Credentials are required: send the header Authorization: Bearer <token>.');
}

function invalidTokenError(realm: string, description: string): ServiceError {
  return unauthenticatedError({ realm, error: 'invalid_token', description }, description);
}

/** Freezes a JSON value with all that it contains. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const child of Object.values(value)) deepFreeze(child);
  return Object.freeze(value);
}

const CLAIMS: Readonly<Record<string, string>> = {
  exp: 'The token must have an expiry, the claim exp in seconds.',
  nbf: 'The token is not valid yet.',
  iss: 'The issuer of the token is not accepted.',
  aud: 'The audience of the token is not accepted.',
};

const OTHER_DATA_DIR =
  'The signature of the token is not valid; it may have been signed with the key of another DATA_DIR. ' +
  'Create a token with: portico token';

/**
 * The message of an error of jose, without double quotes: it is also the description of a challenge. `signsLocally`: tokens are signed
 * with the key of the data folder.
 */
export function describeTokenError(error: unknown, signsLocally = false): string {
  // A key of the issuer that is too short or malformed causes a TypeError or an error of WebCrypto.
  if (!(error instanceof errors.JOSEError)) return 'The key of the token is not valid.';
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed)
    return CLAIMS[error.claim] ?? 'A claim of the token is not valid.';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The signature algorithm of the token is not accepted.';
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return signsLocally ? OTHER_DATA_DIR : 'The signature of the token cannot be verified with the configured key.';
  if (error instanceof errors.JWKSNoMatchingKey && signsLocally) return OTHER_DATA_DIR;
  if (error instanceof errors.JWKSNoMatchingKey) return "The kid of the token is not in the issuer's key set.";
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return 'The token must name its key in the header parameter kid.';
  return 'The token is not a signed JWT.';
}
