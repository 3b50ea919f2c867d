// Whose tokens are taken: AUTH_SECRET, AUTH_PUBLIC_KEY or AUTH_JWKS_URL, with AUTH_ISSUER and AUTH_AUDIENCE.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CryptoKey, SignJWT, decodeProtectedHeader, exportJWK, exportSPKI, generateKeyPair } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { token as createToken, rotateKeys } from '../../../src/service/cli/token.ts';
import type { Client } from '../../promises/support/Client.ts';
import { expectError } from '../../promises/support/expectations.ts';
import { signToken } from '../../promises/support/signToken.ts';
import { startInProcess } from '../support/startInProcess.ts';

async function get(client: Client, token: string | Promise<string>) {
  const headers = { authorization: `Bearer ${await token}` };
  return client.get('/v1/users?limit=1', { scope: null, headers });
}

describe('AUTH_ISSUER and AUTH_AUDIENCE', async () => {
  const portico = await startInProcess({ AUTH_ISSUER: 'https://issuer.example', AUTH_AUDIENCE: 'https://api.example' });
  afterAll(() => portico.close());
  const claims = { scope: 'users:read', iss: 'https://issuer.example', aud: 'https://api.example' };

  test('take a token of that issuer for that audience', async () => {
    expect((await get(portico, signToken(claims))).status).toBe(200);
    const audiences = ['https://other.example', 'https://api.example'];
    expect((await get(portico, signToken({ ...claims, aud: audiences }))).status).toBe(200);
  });

  test.each<[string, Record<string, unknown>]>([
    ['another issuer', { iss: 'https://other.example' }],
    ['an issuer with a slash more', { iss: 'https://issuer.example/' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'https://other.example' }],
    ['no audience', { aud: undefined }],
    ['an empty list of audiences', { aud: [] }],
  ])('refuse a token of %s with 401', async (_, changes) => {
    const answer = await get(portico, signToken({ ...claims, ...changes }));
    expectError(answer, 401);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });
});

describe('the key of the data folder', async () => {
  const folders = await Promise.all([1, 2].map(() => mkdtemp(path.join(tmpdir(), 'portico-tokens-'))));
  const [own, other] = folders as [string, string];
  const portico = await startInProcess({ AUTH_SECRET: '', DATA_DIR: own });
  afterAll(async () => {
    await portico.close();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  });
  const sign = (DATA_DIR: string) => createToken({ scope: 'users:read', expires: '1m' }, { DATA_DIR });

  test('takes what was signed with it', async () => {
    expect((await get(portico, sign(own))).status).toBe(200);
  });

  test('refuses what the key of another folder signed, and names that as the likely cause', async () => {
    const answer = await get(portico, sign(other));
    const error =
      'The signature of the token is not valid; it may have been signed with the key of another DATA_DIR. ' +
      'Create a token with: portico token';
    expect({ status: answer.status, body: answer.json }).toEqual({ status: 401, body: { error } });
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer realm="portico", error="invalid_token", error_description="${error}"`,
    );
  });
});

describe('/.well-known/jwks.json', () => {
  const PATH = '/.well-known/jwks.json';

  test('has the public keys of the data folder, with which another Portico verifies its tokens', async () => {
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'portico-jwks-'));
    const portico = await startInProcess({ AUTH_SECRET: '', BASE_PATH: '/api', DATA_DIR });
    const url = new URL(`/api${PATH}`, portico.url);
    const other = await startInProcess({ AUTH_SECRET: '', AUTH_JWKS_URL: url.href });
    try {
      await rotateKeys({ DATA_DIR });
      const token = await createToken({ scope: 'users:read', expires: '1m' }, { DATA_DIR });
      const response = await fetch(url);
      const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };
      const coordinate = expect.stringMatching(/^[\w-]{43}$/) as string;
      const key = { kty: 'EC', crv: 'P-256', x: coordinate, y: coordinate, alg: 'ES256', use: 'sig' };
      expect([response.status, keys]).toEqual([200, [1, 2].map(() => ({ ...key, kid: coordinate }))]);
      expect(keys[0]!['kid']).toBe(decodeProtectedHeader(token).kid);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const unchanged = await fetch(url, { headers: { 'if-none-match': response.headers.get('etag')! } });
      expect(unchanged.status).toBe(304);
      expect((await get(other, token)).status).toBe(200);
    } finally {
      await Promise.all([portico.close(), other.close()]);
      await rm(DATA_DIR, { recursive: true });
    }
  });

  test('does not exist where an issuer has the keys', async () => {
    const portico = await startInProcess();
    expect((await fetch(new URL(portico.path(PATH), portico.url))).status).toBe(404);
  });
});

test('keys are rotated under load without a 401, in each process over the data folder', async () => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'portico-rotated-'));
  const servers = [
    await startInProcess({ AUTH_SECRET: '', DATA_DIR }),
    await startInProcess({ AUTH_SECRET: '', DATA_DIR }),
  ];
  try {
    const sign = () => createToken({ scope: 'users:read', expires: '1m' }, { DATA_DIR });
    const first = await sign();
    const kids = new Set<unknown>();
    const clients = Array.from({ length: 8 }, async (_, client) => {
      const statuses: number[] = [];
      for (let request = 0; request < 12; request++) {
        if (client === 0 && request % 5 === 4) await rotateKeys({ DATA_DIR });
        const token = await sign();
        kids.add(decodeProtectedHeader(token).kid);
        statuses.push((await get(servers[(client + request) % 2]!, token)).status);
      }
      return statuses;
    });
    expect(new Set((await Promise.all(clients)).flat())).toEqual(new Set([200]));
    expect(kids.size).toBe(3);
    for (const server of servers) expect((await get(server, first)).status).toBe(200);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
    await rm(DATA_DIR, { recursive: true });
  }
});

describe('AUTH_PUBLIC_KEY', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const pem = await exportSPKI(publicKey);
  const portico = await startInProcess({ AUTH_SECRET: '', AUTH_PUBLIC_KEY: pem });
  afterAll(() => portico.close());
  const now = Math.floor(Date.now() / 1000);
  const sign = (key: CryptoKey) =>
    new SignJWT({ scope: 'users:read', exp: now + 60 }).setProtectedHeader({ alg: 'ES256' }).sign(key);

  test('takes what its private key signed', async () => {
    expect((await get(portico, sign(privateKey))).status).toBe(200);
  });

  test('refuses what another key signed', async () => {
    const other = await generateKeyPair('ES256');
    expectError(await get(portico, sign(other.privateKey)), 401);
  });

  test('refuses a token that was signed with the public key as a secret', async () => {
    const secret = new TextEncoder().encode(pem);
    expectError(await get(portico, signToken({ scope: 'users:read' }, { secret })), 401);
  });
});

describe('AUTH_JWKS_URL', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };
  const issuer = createServer((_, response) => response.end(JSON.stringify(keys)));
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  const { port } = issuer.address() as AddressInfo;
  const portico = await startInProcess({ AUTH_SECRET: '', AUTH_JWKS_URL: `http://127.0.0.1:${port}/keys` });
  afterAll(async () => {
    await portico.close();
    issuer.close();
  });
  const now = Math.floor(Date.now() / 1000);
  const sign = (kid: string) =>
    new SignJWT({ scope: 'users:read', exp: now + 60 }).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);

  test('takes what a key of the set signed', async () => {
    expect((await get(portico, sign('one'))).status).toBe(200);
  });

  test('refuses a key that is not in the set with 401', async () => {
    expectError(await get(portico, sign('two')), 401);
  });

  test('refuses a token signed with a secret with 401', async () => {
    expectError(await get(portico, signToken({ scope: 'users:read' })), 401);
  });
});

test('an AUTH_JWKS_URL that cannot be reached makes 503 with Retry-After, not 401', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  const portico = await startInProcess({ AUTH_SECRET: '', AUTH_JWKS_URL: 'http://127.0.0.1:9/keys' });
  try {
    const token = new SignJWT({ scope: 'users:read', exp: Math.floor(Date.now() / 1000) + 60 })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(privateKey);
    const answer = await get(portico, token);
    expectError(answer, 503);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expectError(await portico.get('/v1/users', { scope: null }), 401);
  } finally {
    await portico.close();
  }
});
