import { createPublicKey, type KeyObject } from 'node:crypto';

/** Curves that a token can be signed on, as Node names them. See RFC 7518 section 3.4 and RFC 8037. */
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];

/**
 * Reads a public key from PEM, line breaks also written as `\n`. Undefined for a private key, and for one that no
 * signature algorithm of JWT takes: RSA from 2048 bits, P-256, P-384, P-521 and Ed25519 can be used.
 */
export function readPublicKey(pem: string): KeyObject | undefined {
  if (pem.includes('PRIVATE KEY')) return undefined;
  try {
    const key = createPublicKey(pem.replaceAll('\\n', '\n'));
    const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType === 'rsa') return modulusLength >= 2048 ? key : undefined;
    if (key.asymmetricKeyType === 'ec') return CURVES.includes(namedCurve) ? key : undefined;
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
