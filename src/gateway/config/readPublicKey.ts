import { createPublicKey, type KeyObject } from 'node:crypto';

/** The curves of ECDSA for JWT, as Node names them. See RFC 7518 section 3.4. */
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];

/**
 * Reads a public key from PEM, whose line breaks may be written as `\n`. Returns undefined for a private key, and for a key
 * of no JWT signature algorithm: those have RSA of at least 2048 bits, P-256, P-384, P-521 or Ed25519 (RFC 7518, RFC 8037).
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
