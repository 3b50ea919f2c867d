import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPublicKey } from '../../../../src/gateway/config/readPublicKey.ts';

const pem = (key: KeyObject) => String(key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }));
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });

test.each([
  ['RSA of 2048 bits', rsa(2048).publicKey],
  ['P-256', ec('P-256').publicKey],
  ['P-384', ec('P-384').publicKey],
  ['P-521', ec('P-521').publicKey],
  ['Ed25519', generateKeyPairSync('ed25519').publicKey],
])('reads %s, with line breaks of either spelling', (_, key) => {
  expect(readPublicKey(pem(key))?.equals(key)).toBe(true);
  expect(readPublicKey(pem(key).replaceAll('\n', '\\n'))?.equals(key)).toBe(true);
});

test.each([
  ['a private key', pem(ec('P-256').privateKey)],
  ['RSA of 1024 bits', pem(rsa(1024).publicKey)],
  ['a curve that no algorithm of JWT has', pem(ec('secp256k1').publicKey)],
  ['a key that signs nothing', pem(generateKeyPairSync('x25519').publicKey)],
  ['any other text', 'nonsense'],
])('returns undefined for %s', (_, text) => {
  expect(readPublicKey(text)).toBeUndefined();
});
