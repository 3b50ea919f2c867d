import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calculateJwkThumbprint, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { loadLocalKeys, rotateLocalKeys, signToken } from '../../../../src/gateway/server.ts';

type LocalKey = Awaited<ReturnType<typeof loadLocalKeys>>[number];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-key-'));
});
afterEach(() => rm(folder, { recursive: true }));

const pemOf = ({ privateKey }: LocalKey) => privateKey.export({ type: 'pkcs8', format: 'pem' });
const kidsOf = (keys: readonly LocalKey[]) => keys.map(({ kid }) => kid);

describe('loadLocalKeys', () => {
  it('makes one key that only its owner can read, in a folder that need not be there', async () => {
    const dataDir = join(folder, 'a', 'b');
    await loadLocalKeys(dataDir);
    expect(await readdir(dataDir)).toEqual(['signing-key.pem']);
    expect((await stat(join(dataDir, 'signing-key.pem'))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  it('agrees on one key when many start together', async () => {
    const keys = await Promise.all(Array.from({ length: 16 }, () => loadLocalKeys(folder)));
    const files = new Set(keys.map((each) => each.map(pemOf).join()));
    expect([...files]).toEqual([await readFile(join(folder, 'signing-key.pem'), 'utf8')]);
    expect(await readdir(folder)).toEqual(['signing-key.pem']);
  });

  it('keeps its key, whose kid is its thumbprint', async () => {
    const [first] = await loadLocalKeys(folder);
    expect(kidsOf(await loadLocalKeys(folder))).toEqual([first!.kid]);
    expect(first!.kid).toBe(await calculateJwkThumbprint(first!.publicKey));
  });

  it.each(['', 'nonsense', '-----BEGIN PRIVATE KEY-----\n'])(
    'refuses a file that is no key, saying what to do: %j',
    async (content) => {
      await writeFile(join(folder, 'signing-key.pem'), content);
      await expect(loadLocalKeys(folder)).rejects.toThrow(
        /signing-key\.pem is not a private key for ES256\. Remove it/,
      );
    },
  );

  it('refuses a key on another curve, with the cause', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    await writeFile(join(folder, 'signing-key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const cause = { message: 'not on the curve P-256' };
    await expect(loadLocalKeys(folder)).rejects.toMatchObject({
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
    const { message, cause } = await loadLocalKeys(dataDir).then(
      () => expect.unreachable(),
      (error: Error) => error,
    );
    expect(message).toContain(`The signing key ${file} cannot be read or created: `);
    expect(message).toMatch(/DATA_DIR[^\n]*\.$/);
    expect(message).toContain((cause as Error).message);
  });
});

const DAY = 86_400_000;
const START = 1_800_000_000_000;

describe('rotateLocalKeys', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: START }));

  afterEach(() => vi.useRealTimers());

  it('lets a new key sign, which earlier releases read as well, and keeps the key of an earlier release', async () => {
    const [first] = await loadLocalKeys(folder);
    await utimes(join(folder, 'signing-key.pem'), 1, 1);
    const { keys, removed } = await rotateLocalKeys(folder);
    expect(keys).toMatchObject([{ expiresAt: Infinity }, { kid: first!.kid, expiresAt: START + DAY + 60_000 }]);
    expect(keys[0]!.kid).not.toBe(first!.kid);
    expect(removed).toBe(0);
    expect(await readdir(folder)).toEqual(['keys', 'signing-key.pem']);
    expect(await readdir(join(folder, 'keys'))).toEqual(['1000.pem', `${START}.pem`]);
    expect(await readFile(join(folder, 'signing-key.pem'), 'utf8')).toBe(pemOf(keys[0]!));
    for (const name of ['keys/1000.pem', `keys/${START}.pem`, 'signing-key.pem']) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
    expect((await stat(join(folder, 'keys'))).mode & 0o777).toBe(0o700);
  });

  it('removes a key when the last token that it can have signed has expired, and no key verifies longer', async () => {
    await utimes((await loadLocalKeys(folder)) && join(folder, 'signing-key.pem'), 1, 1);
    const { keys } = await rotateLocalKeys(folder);
    vi.setSystemTime(START + DAY + 59_999);
    expect(kidsOf(await loadLocalKeys(folder))).toEqual(kidsOf(keys));
    vi.setSystemTime(START + DAY + 60_000);
    expect(kidsOf(await loadLocalKeys(folder))).toEqual([keys[0]!.kid]);
    const rotated = await rotateLocalKeys(folder);
    expect(rotated).toMatchObject({ keys: [{ expiresAt: Infinity }, { kid: keys[0]!.kid }], removed: 1 });
    expect(await readdir(join(folder, 'keys'))).toEqual([`${START}.pem`, `${START + DAY + 60_000}.pem`]);
  });

  it('lets the new key sign after the clock was set back, too', async () => {
    await rotateLocalKeys(folder);
    vi.setSystemTime(START - DAY);
    const { keys } = await rotateLocalKeys(folder);
    expect(kidsOf(await loadLocalKeys(folder))[0]).toBe(keys[0]!.kid);
    expect(await readdir(join(folder, 'keys'))).toContain(`${START + 1}.pem`);
  });

  it('loses no key when many rotate together, and all agree on the one that signs', async () => {
    const [first] = await loadLocalKeys(folder);
    await utimes(join(folder, 'signing-key.pem'), 1, 1);
    const rotations = await Promise.all(Array.from({ length: 8 }, () => rotateLocalKeys(folder)));
    const kids = new Set(kidsOf(await loadLocalKeys(folder)));
    expect(kids.size).toBe(9);
    expect(kids).toContain(first!.kid);
    for (const { keys } of rotations) for (const { kid } of keys) expect(kids).toContain(kid);
    const names = await readdir(join(folder, 'keys'));
    expect(names.every((name) => /^\d+\.pem$/.test(name))).toBe(true);
  });

  it('says which file is in the way', async () => {
    await writeFile(join(folder, 'keys'), '');
    await expect(rotateLocalKeys(folder)).rejects.toThrow(/The signing key \S+keys cannot be read or created: EEXIST/);
  });
});

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
describe('signToken', () => {
  beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_999 }));

  afterEach(() => vi.useRealTimers());

  test('a token has scopes, times and a subject', async () => {
    const token = await signToken({ kid: 'one', privateKey }, { scopes: ['a', 'b'], subject: 'ada', lifetime: 60 });
    const { payload, protectedHeader } = await jwtVerify(token, publicKey);
    expect(payload).toEqual({ scope: 'a b', iat: 1_800_000_000, exp: 1_800_000_060, sub: 'ada' });
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'one' });
  });

  test('a token without a subject has no claim sub', async () => {
    const { payload } = await jwtVerify(
      await signToken({ kid: 'one', privateKey }, { scopes: [], lifetime: 60 }),
      publicKey,
    );
    expect(payload).toEqual({ scope: '', iat: 1_800_000_000, exp: 1_800_000_060 });
  });
});
