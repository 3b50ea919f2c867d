import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { loadLocalKey } from '../../../../src/gateway/access/loadLocalKey.ts';
import { openAuthenticator } from '../../../../src/gateway/access/openAuthenticator.ts';
import { signToken } from '../../../../src/gateway/access/signToken.ts';
import type { Settings } from '../../../../src/gateway/config/Settings.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'portico-auth-'));
const otherDir = mkdtempSync(path.join(tmpdir(), 'portico-auth-'));
afterAll(() => [dataDir, otherDir].forEach((folder) => rmSync(folder, { recursive: true })));
const open = (auth: object) => openAuthenticator({ auth, apiName: 'toy', dataDir } as Settings);

test('without an issuer, the key of the data folder verifies', async () => {
  const { authenticate } = await open({ key: { kind: 'local' } });
  const { privateKey } = await loadLocalKey(dataDir);
  const token = await signToken(privateKey, { scopes: ['a'], lifetime: 60 });
  expect(await authenticate(`Bearer ${token}`)).toMatchObject({ scopes: new Set(['a']) });

  const { privateKey: other } = await loadLocalKey(otherDir);
  const foreign = await signToken(other, { scopes: [], lifetime: 60 });
  await expect(authenticate(`Bearer ${foreign}`)).rejects.toThrow('another DATA_DIR');
});

test('a configured key verifies, with issuer, audience and the name of the API as the realm', async () => {
  const secret = new TextEncoder().encode('x'.repeat(32));
  const { authenticate } = await open({ key: { kind: 'secret', secret }, issuer: 'me', audience: 'shop' });
  const sign = (claims: object, key = secret) =>
    new SignJWT({ exp: Date.now() / 1000 + 60, ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(key);
  await expect(authenticate(`Bearer ${await sign({ iss: 'me', aud: 'shop' })}`)).resolves.toBeDefined();
  await expect(authenticate(`Bearer ${await sign({ iss: 'you', aud: 'shop' })}`)).rejects.toThrow('issuer');
  await expect(authenticate(`Bearer ${await sign({ iss: 'me' })}`)).rejects.toThrow('audience');
  const forged = await sign({ iss: 'me', aud: 'shop' }, new TextEncoder().encode('y'.repeat(32)));
  await expect(authenticate(`Bearer ${forged}`)).rejects.toMatchObject({
    message: 'The signature of the token cannot be verified with the configured key.',
    headers: { 'www-authenticate': expect.stringMatching(/^Bearer realm="toy", /) },
  });
});
