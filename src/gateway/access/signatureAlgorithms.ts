import type { KeyObject } from 'node:crypto';

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
