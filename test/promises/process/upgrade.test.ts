// The data folder that release 0.2 wrote, in this build: database/release-0.2.tar.br, which has the demo data and the writes of this file.
// Its keys are dated 2100-01-01, so that they do not expire.
import { spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { V1, V2 } from '../../cases/schemes.ts';
import { idOf, listOf } from '../support/expectations.ts';
import { ALL_SCOPES } from '../support/signToken.ts';
import { runProgram, startProgram } from '../support/startProgram.ts';

const ARCHIVE = new URL('../../support/database/release-0.2.tar.br', import.meta.url);

const folder = mkdtempSync(path.join(tmpdir(), 'portico-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function extract(dataDir: string): void {
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  const input = brotliDecompressSync(readFileSync(ARCHIVE), { params });
  mkdirSync(dataDir, { mode: 0o700 });
  const { status, stderr } = spawnSync('tar', ['-x', '-C', dataDir], { input });
  if (status !== 0) throw new Error(`The archive cannot be extracted: ${String(stderr)}`);
}

/** As release 0.2 signed: without the `kid` of the key. */
function signToken(dataDir: string): Promise<string> {
  const key = createPrivateKey(readFileSync(path.join(dataDir, 'signing-key.pem')));
  const token = new SignJWT({ scope: ALL_SCOPES }).setProtectedHeader({ alg: 'ES256', typ: 'JWT' }).setSubject('ada');
  return token.setExpirationTime('1h').sign(key);
}

/** Starts this build in the folder, and expects everything that release 0.2 has responded with. */
async function expectServed(dataDir: string): Promise<void> {
  const program = await startProgram({ DATA_DIR: dataDir, AUTH_SECRET: '', LOG_LEVEL: 'error' });
  const authorization = `Bearer ${await signToken(dataDir)}`;
  const v1 = program.client.in(V1);
  const v2 = program.client.in(V2);
  const bodies = [
    [v1, '/users/121', { id: 121, name: 'Grace Murray Hopper' }],
    [v2, '/users/121', { id: 121, firstName: 'Grace', lastName: 'Murray Hopper' }],
    [v1, '/orders/361?expand=user', { id: 361, status: 'pending', user: { id: 121, name: 'Grace Murray Hopper' } }],
  ] as const;
  for (const [client, target, body] of bodies) {
    const { status, json } = await client.get(target, { headers: { authorization } });
    expect([target, status, json]).toEqual([target, 200, body]);
  }

  const user = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' };
  const order = { items: [{ productId: 3, quantity: 2 }], userId: 121 };
  const keyed = (key: string) => ({ headers: { authorization, 'idempotency-key': `"release-0.2-${key}"` } });
  const replays = [await v2.post('/users', user, keyed('user')), await v2.post('/orders', order, keyed('order'))];
  expect(replays.map(({ status, headers, json }) => [status, headers['idempotency-replayed'], json])).toEqual([
    [201, 'true', { id: 121, firstName: 'Grace', lastName: 'Hopper' }],
    [201, 'true', { id: 361, status: 'pending' }],
  ]);

  // User 122 was deleted.
  const next = await v2.post('/users', { firstName: 'Next', lastName: '' }, { headers: { authorization } });
  expect(idOf(next)).toBe(123);
  const { pagination } = listOf(await v2.get('/users?limit=1', { headers: { authorization } }));
  expect(pagination['total']).toBe(122);
  expect(await program.end('SIGTERM')).toBe(0);
}

test('a data folder of release 0.2 is served as it was, and so is its backup', async () => {
  const dataDir = path.join(folder, 'data');
  extract(dataDir);
  const file = path.join(folder, 'portico.backup');
  expect(await runProgram(['backup', '--out', file], { DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr: '' });
  await expectServed(dataDir);

  const restored = path.join(folder, 'restored');
  expect(await runProgram(['restore', file], { DATA_DIR: restored })).toMatchObject({ code: 0, stderr: '' });
  await expectServed(restored);
});
