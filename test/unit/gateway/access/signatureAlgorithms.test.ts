import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  KEY_SET_ALGORITHMS,
  publicKeyAlgorithms,
  secretAlgorithms,
} from '../../../../src/gateway/access/signatureAlgorithms.ts';

const RSA = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];

test('a key set has no algorithm of a shared secret', () => {
  expect(KEY_SET_ALGORITHMS).toEqual([...RSA, 'EdDSA', 'Ed25519', 'ES256', 'ES384', 'ES512']);
});

const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).publicKey;
test.each([
  ['RSA', () => generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey, RSA],
  ['Ed25519', () => generateKeyPairSync('ed25519').publicKey, ['EdDSA', 'Ed25519']],
  ['P-256', () => curve('P-256'), ['ES256']],
  ['P-384', () => curve('P-384'), ['ES384']],
  ['P-521', () => curve('P-521'), ['ES512']],
  ['secp256k1', () => curve('secp256k1'), []],
  ['X25519', () => generateKeyPairSync('x25519').publicKey, []],
])('a public key of the kind %s', (_, generate, algorithms) => {
  expect(publicKeyAlgorithms(generate())).toEqual(algorithms);
});

test.each([
  [0, []],
  [31, []],
  [32, ['HS256']],
  [47, ['HS256']],
  [48, ['HS256', 'HS384']],
  [63, ['HS256', 'HS384']],
  [64, ['HS256', 'HS384', 'HS512']],
])('a secret of %i bytes', (length, algorithms) => {
  expect(secretAlgorithms(new Uint8Array(length))).toEqual(algorithms);
});
