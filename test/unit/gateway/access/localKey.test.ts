import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createAuthenticator } from '../../../../src/gateway/access/createAuthenticator.ts';
import { loadLocalKey, signToken } from '../../../../src/gateway/access/localKey.ts';

let folder: string;
describe('loadLocalKey', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-key-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('makes one key that only its owner can read, in a folder that need not be there', async () => {
    const dataDir = join(folder, 'a', 'b');
    await loadLocalKey(dataDir);
    expect(await readdir(dataDir)).toEqual(['signing-key.pem']);
    expect((await stat(join(dataDir, 'signing-key.pem'))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  it('agrees on one key when many start together', async () => {
    const keys = await Promise.all(Array.from({ length: 16 }, () => loadLocalKey(folder)));
    const files = new Set(keys.map(({ privateKey }) => privateKey.export({ type: 'pkcs8', format: 'pem' })));
    expect([...files]).toEqual([await readFile(join(folder, 'signing-key.pem'), 'utf8')]);
    expect(await readdir(folder)).toEqual(['signing-key.pem']);
  });

  it('keeps its key', async () => {
    const first = await loadLocalKey(folder);
    const second = await loadLocalKey(folder);
    expect(second.publicKey.equals(first.publicKey)).toBe(true);
  });

  it.each(['', 'nonsense', '-----BEGIN PRIVATE KEY-----\n'])(
    'refuses a file that is no key, saying what to do: %j',
    async (content) => {
      await writeFile(join(folder, 'signing-key.pem'), content);
      await expect(loadLocalKey(folder)).rejects.toThrow(/signing-key\.pem is not a private key for ES256\. Remove it/);
    },
  );

  it('refuses a key on another curve, with the cause', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    await writeFile(join(folder, 'signing-key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const cause = { message: 'not on the curve P-256' };
    await expect(loadLocalKey(folder)).rejects.toMatchObject({
      message: expect.stringContaining('is not a private key for ES256'),
      cause,
    });
  });

  it.each<[string, (dataDir: string, file: string) => Promise<unknown>]>([
    ['a data folder that is a file', (dataDir) => writeFile(dataDir, '')],
    ['a data folder that is a link to nothing', (dataDir) => symlink('nowhere/at/all', dataDir)],
    ['a key that is a folder', (_, file) => mkdir(file, { recursive: true })],
    [
      'a key that is a link to nothing',
      async (dataDir, file) => {
        await mkdir(dataDir);
        await symlink('nowhere', file);
      },
    ],
  ])('says where %s is in the way, and what to do', async (_, prepare) => {
    const dataDir = join(folder, 'data');
    const file = join(dataDir, 'signing-key.pem');
    await prepare(dataDir, file);
    const { message, cause } = await loadLocalKey(dataDir).then(
      () => expect.unreachable(),
      (error: Error) => error,
    );
    expect(message).toContain(`The signing key ${file} cannot be read or created: `);
    expect(message).toMatch(/DATA_DIR[^\n]*\.$/);
    expect(message).toContain((cause as Error).message);
  });

  it('signs tokens that the authenticator accepts', async () => {
    const { privateKey, publicKey } = await loadLocalKey(folder);
    const token = await signToken(privateKey, { scopes: ['a', 'b'], subject: 'ada', lifetime: 60 });
    const { authenticate } = createAuthenticator({ key: { kind: 'public', key: publicKey }, realm: 'portico' });
    expect(await authenticate(`Bearer ${token}`)).toMatchObject({ subject: 'ada', scopes: new Set(['a', 'b']) });
  });
});

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
describe('signToken', () => {
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
});
