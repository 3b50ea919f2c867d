import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signToken } from '../../../../src/gateway/access/signToken.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_999 }));
afterEach(() => vi.useRealTimers());

test('a token has scopes, times and a subject', async () => {
  const token = await signToken(privateKey, { scopes: ['a', 'b'], subject: 'ada', lifetime: 60 });
  const { payload, protectedHeader } = await jwtVerify(token, publicKey);
  expect(payload).toEqual({ scope: 'a b', iat: 1_800_000_000, exp: 1_800_000_060, sub: 'ada' });
  expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT' });
});

test('a token without a subject has no claim sub', async () => {
  const { payload } = await jwtVerify(await signToken(privateKey, { scopes: [], lifetime: 60 }), publicKey);
  expect(payload).toEqual({ scope: '', iat: 1_800_000_000, exp: 1_800_000_060 });
});
