import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rotateKeys, token } from '../../../src/service/cli/token.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-token-'));
});
afterEach(() => rm(folder, { recursive: true }));

it.each(['', ' ', 'user:read', 'users:read everything'])(
  'refuses the scopes "%s", and lists the known ones',
  async (scope) => {
    await expect(token({ scope, expires: '1h' }, { DATA_DIR: folder })).rejects.toThrow(
      /^--scope must be a list of forecast:read, orders:read, orders:write, products:read, users:read, users:write, separated by spaces, not "/,
    );
    expect(await readdir(folder)).toEqual([]);
  },
);

it.each([{ AUTH_SECRET: 'a secret of at least thirty-two bytes' }, { AUTH_JWKS_URL: 'https://i.example/jwks' }])(
  'rejects where an issuer is configured: %j',
  async (env) => {
    const signing = token({ scope: 'users:read', expires: '1h' }, { ...env, DATA_DIR: folder });
    await expect(signing).rejects.toThrow('AUTH_* configures another issuer');
    await expect(rotateKeys({ ...env, DATA_DIR: folder })).rejects.toThrow('AUTH_* configures another issuer');
    expect(await readdir(folder)).toEqual([]);
  },
);

it.each([
  ['1s', 1],
  ['90s', 90],
  ['15m', 900],
  ['1h', 3600],
  ['24h', 86_400],
  ['1d', 86_400],
])('signs a token that expires after %s, %i seconds', async (expires, seconds) => {
  const { iat, exp } = decodeJwt(await token({ scope: 'users:read', expires }, { DATA_DIR: folder }));
  expect(exp! - iat!).toBe(seconds);
});

it.each(['', '0h', '1', 'h', '1w', '-1h', '1.5h', '1h ago', '9999999d', '1 h', 'constructor'])(
  'refuses the lifetime "%s"',
  async (expires) => {
    await expect(token({ scope: 'users:read', expires }, { DATA_DIR: folder })).rejects.toThrow(
      `--expires must be a number and a unit, such as 90s, 15m or 1h, not "${expires}".`,
    );
    expect(await readdir(folder)).toEqual([]);
  },
);

it.each(['25h', '7d', '86401s'])('refuses the lifetime "%s", for which a rotated key is not kept', async (expires) => {
  await expect(token({ scope: 'users:read', expires }, { DATA_DIR: folder })).rejects.toThrow(
    `--expires must be at most 24h, not "${expires}": a rotated key is removed after that time.`,
  );
  expect(await readdir(folder)).toEqual([]);
});
