import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadLocalKeys, openAuthenticator, rotateLocalKeys, signToken } from '../../../../src/gateway/server.ts';

type LocalKey = Awaited<ReturnType<typeof loadLocalKeys>>[number];

const START = 1_800_000_000_000;
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-ring-'));
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout'], now: START });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(dataDir, { recursive: true, force: true });
});

const openRing = () => openAuthenticator({ auth: { key: { kind: 'local' } }, dataDir }, 'toy');
const open = async () => (await openRing()).authenticate;
/** A token of the key that signs now. */
const sign = async (key?: LocalKey) =>
  `Bearer ${await signToken(key ?? (await loadLocalKeys(dataDir))[0]!, { scopes: ['a'], lifetime: 86_400 })}`;
const withoutKid = async ({ privateKey }: LocalKey) =>
  `Bearer ${await new SignJWT({ exp: START / 1000 + 999_999 }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)}`;
const statusOf = async (work: unknown) =>
  Promise.resolve(work).then(
    () => 200,
    (error: { status?: number }) => error.status ?? error,
  );

/** What work results in, while time passes in steps. */
async function settle<Value>(work: Promise<Value>, milliseconds = 100): Promise<Value> {
  const clock = { isNeeded: true };
  void work.then(() => (clock.isNeeded = false));
  while (clock.isNeeded) await vi.advanceTimersByTimeAsync(milliseconds);
  return work;
}

describe('the keys of a process that verifies tokens', () => {
  it('read the folder once a second, however many unknown kids there are', async () => {
    const authenticate = await open();
    const [key] = await loadLocalKeys(dataDir);
    // All that wait for one read are refused at once.
    const refusedAt = new Set<number>();
    const floods = Array.from({ length: 500 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 10));
      expect(await statusOf(authenticate(await sign({ ...key!, kid: `unknown ${index}` })))).toBe(401);
      refusedAt.add(performance.now());
    });
    const startedAt = performance.now();
    await settle(Promise.all(floods), 10);
    expect(refusedAt.size).toBeGreaterThan(1);
    expect(refusedAt.size).toBeLessThanOrEqual((performance.now() - startedAt) / 1000 + 1);
  });

  it('accept tokens without a kid, those of earlier releases, until their key was rotated out', async () => {
    const authenticate = await open();
    const [first] = await loadLocalKeys(dataDir);
    // Each signature is another one, so that no token is cached.
    const statusWith = async (key: LocalKey) => settle(statusOf(authenticate(await withoutKid(key))));
    expect(await statusWith(first!)).toBe(200);
    const { keys } = await rotateLocalKeys(dataDir);
    // An earlier release signs with the new key, once it is started again.
    expect(await statusWith(keys[0]!)).toBe(200);
    vi.setSystemTime(START + 43_200_000);
    expect(await statusWith(first!)).toBe(200);
    vi.setSystemTime(START + 2 * 86_400_000);
    expect(await statusWith(first!)).toBe(401);
  });

  it('end without any token of the new key', async () => {
    const authenticate = await open();
    const stolen = await withoutKid((await loadLocalKeys(dataDir))[0]!);
    await rotateLocalKeys(dataDir);
    await vi.advanceTimersByTimeAsync(86_600_000);
    expect(await settle(statusOf(authenticate(stolen)))).toBe(401);
  });

  it('are those that were read last while the folder cannot be read; an unknown kid is 503 then', async () => {
    const authenticate = await open();
    const token = await sign();
    await rotateLocalKeys(dataDir);
    const renewed = await sign();
    await writeFile(join(dataDir, 'signing-key.pem'), '');
    await writeFile(join(dataDir, 'keys', `${START}.pem`), 'damaged');
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await settle(statusOf(authenticate(token)))).toBe(200);
    expect(await settle(statusOf(authenticate(renewed)))).toBe(503);
    await rm(dataDir, { recursive: true });
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await settle(statusOf(authenticate(token)))).toBe(200);
    expect(await settle(statusOf(authenticate(renewed)))).toBe(401);
  });

  it('refuse a token whose kid is that of another key', async () => {
    const authenticate = await open();
    const [own] = await loadLocalKeys(dataDir);
    const { keys } = await rotateLocalKeys(dataDir);
    expect(await settle(statusOf(authenticate(await sign({ ...keys[0]!, kid: own!.kid }))))).toBe(401);
  });
});

describe('the key set for others', () => {
  it('has the public keys that verify now', async () => {
    const ring = await openRing();
    const { keys } = await rotateLocalKeys(dataDir);
    expect(await settle(ring.exportKeySet!())).toEqual({
      keys: keys.map(({ kid, publicKey }) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid,
        alg: 'ES256',
        use: 'sig',
      })),
    });
    vi.setSystemTime(START + 2 * 86_400_000);
    expect((await settle(ring.exportKeySet!())).keys.map(({ kid }) => kid)).toEqual([keys[0]!.kid]);
  });

  it('has the keys that are known while the folder cannot be read', async () => {
    const ring = await openRing();
    const known = await settle(ring.exportKeySet!());
    await writeFile(join(dataDir, 'signing-key.pem'), 'x');
    expect(await settle(ring.exportKeySet!())).toEqual(known);
  });
});
