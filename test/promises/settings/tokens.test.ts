// Whose tokens are taken: AUTH_SECRET, AUTH_PUBLIC_KEY or AUTH_JWKS_URL, with AUTH_ISSUER and AUTH_AUDIENCE. Several issuers: issuers.test.ts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CryptoKey, SignJWT, decodeProtectedHeader, exportSPKI, generateKeyPair } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/Client.ts';
import { expectError } from '../support/expectations.ts';
import { signToken } from '../support/signToken.ts';
import { startAlone } from '../support/startForSpec.ts';
import { runProgram } from '../support/startProgram.ts';

async function get(client: Client, token: string | Promise<string>) {
  const headers = { authorization: `Bearer ${await token}` };
  return client.get('/v1/users?limit=1', { scope: null, headers });
}

/** A token of `portico token`, signed with the key of a data folder. */
async function createToken(DATA_DIR: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram(['token', '--scope', 'users:read'], { DATA_DIR });
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}
const rotateKeys = (DATA_DIR: string) => runProgram(['keys', 'rotate'], { DATA_DIR });

const sign = (key: CryptoKey, { kid, claims = {} }: { kid?: string; claims?: object } = {}) =>
  new SignJWT({ scope: 'users:read', exp: Math.floor(Date.now() / 1000) + 60, ...claims })
    .setProtectedHeader({ alg: 'ES256', ...(kid !== undefined && { kid }) })
    .sign(key);

describe('the key of the data folder', async () => {
  const portico = await startAlone({ AUTH_SECRET: '', BASE_PATH: '/api' });
  const url = new URL('/api/.well-known/jwks.json', portico.url);
  const reader = await startAlone({ AUTH_SECRET: '', AUTH_JWKS_URL: url.href });
  afterAll(() => Promise.all([portico.close(), reader.close()]));
  const own = portico.dataDir;
  const first = await createToken(own);

  test('takes what was signed with it, and GraphiQL says how to sign', async () => {
    expect((await get(portico, first)).status).toBe(200);
    expect((await portico.get('/graphiql', { scope: null })).body).toContain(
      '<pre><code>npm exec -- portico token --scope',
    );
  });

  test('refuses what the key of another folder signed, and names that as the likely cause', async () => {
    const other = await mkdtemp(path.join(tmpdir(), 'portico-tokens-'));
    const answer = await get(portico, createToken(other));
    await rm(other, { recursive: true });
    const error =
      'The signature of the token is not valid; it may have been signed with the key of another DATA_DIR. ' +
      'Create a token with: portico token';
    expect({ status: answer.status, body: answer.json }).toEqual({ status: 401, body: { error } });
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer realm="portico", error="invalid_token", error_description="${error}"`,
    );
  });

  test('is rotated under load without a 401', async () => {
    const tokens = [first];
    const rotations = new AbortController();
    const clients = Array.from({ length: 8 }, async (_, client) => {
      const statuses = new Set<number>();
      for (let request = client; !rotations.signal.aborted; request++) {
        statuses.add((await get(portico, tokens[request % tokens.length]!)).status);
      }
      return [...statuses];
    });
    for (let rotation = 0; rotation < 2; rotation++) {
      await rotateKeys(own);
      tokens.push(await createToken(own));
    }
    rotations.abort();
    expect(await Promise.all(clients)).toEqual(Array(8).fill([200]));
    expect(new Set(tokens.map((token) => decodeProtectedHeader(token).kid)).size).toBe(3);
    for (const token of tokens) expect((await get(portico, token)).status).toBe(200);
  });

  test('is public, with those before it, so that another Portico verifies its tokens', async () => {
    const token = await createToken(own);
    const response = await fetch(url);
    const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };
    const coordinate = expect.stringMatching(/^[\w-]{43}$/) as string;
    const key = { kty: 'EC', crv: 'P-256', x: coordinate, y: coordinate, alg: 'ES256', use: 'sig', kid: coordinate };
    expect([response.status, keys]).toEqual([200, [key, key, key]]);
    expect(keys[0]!['kid']).toBe(decodeProtectedHeader(token).kid);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const unchanged = await fetch(url, { headers: { 'if-none-match': response.headers.get('etag')! } });
    expect(unchanged.status).toBe(304);
    for (const each of [token, first]) expect((await get(reader, each)).status).toBe(200);
  });

  test.each([
    ['a key that is not in the set', async () => sign((await generateKeyPair('ES256')).privateKey, { kid: 'two' })],
    ['a secret', () => signToken({ scope: 'users:read' })],
  ])('AUTH_JWKS_URL refuses what %s signed with 401', async (_, create) => {
    expectError(await get(reader, create()), 401);
  });
});

describe('AUTH_PUBLIC_KEY, AUTH_ISSUER and AUTH_AUDIENCE', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const pem = await exportSPKI(publicKey);
  const [AUTH_ISSUER, AUTH_AUDIENCE] = ['https://issuer.example', 'https://api.example'];
  const portico = await startAlone({ AUTH_SECRET: '', AUTH_PUBLIC_KEY: pem, AUTH_ISSUER, AUTH_AUDIENCE });
  afterAll(() => portico.close());
  const claims = { iss: AUTH_ISSUER, aud: AUTH_AUDIENCE };

  test('take what the private key signed, of that issuer for that audience', async () => {
    expect((await get(portico, sign(privateKey, { claims }))).status).toBe(200);
  });

  test('leave no keys of this Portico to read', async () => {
    expect((await fetch(new URL('/.well-known/jwks.json', portico.url))).status).toBe(404);
  });

  // What else is refused: test/parts/guard/access/createAuthenticator.test.ts.
  test.each<[string, () => string | Promise<string>]>([
    ['another key signed', async () => sign((await generateKeyPair('ES256')).privateKey, { claims })],
    [
      'was signed with the public key as a secret',
      () => signToken({ scope: 'users:read', ...claims }, { secret: new TextEncoder().encode(pem) }),
    ],
    ['an issuer with a slash more signed', () => sign(privateKey, { claims: { ...claims, iss: `${AUTH_ISSUER}/` } })],
    ['is for no audience', () => sign(privateKey, { claims: { ...claims, aud: [] } })],
  ])('refuse what %s with 401', async (_, create) => {
    const answer = await get(portico, create());
    expectError(answer, 401);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });
});
