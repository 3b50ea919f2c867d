// The program as a person runs it: started, stopped, started again, and started twice.
import { mkdtempSync, rmSync, statSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { V1, V2 } from '../../cases/schemes.ts';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import { expectError, idOf, listOf } from '../support/expectations.ts';
import { runProgram, startProgram } from '../support/startProgram.ts';

const TIMEOUT = { timeout: 120_000 };
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-restarted-'));
  folders.push(folder);
  return folder;
}

describe('a restart', () => {
  test('keeps what was written, and loads the demo data only once', TIMEOUT, async () => {
    const settings = { DATA_DIR: newFolder(), LOG_LEVEL: 'error' };
    const first = await startProgram(settings);
    const v2 = first.client.in(V2);
    const counts = async (client: typeof v2) =>
      Promise.all(
        ['/users', '/orders', '/products'].map(async (list) => listOf(await client.get(list)).pagination['total']),
      );
    const loner = idOf(await v2.post('/users', { firstName: 'Gone', lastName: 'Tomorrow' }));
    const ada = idOf(await v2.post('/users', { firstName: 'Ada', lastName: 'Lovelace' }));
    await v2.request('DELETE', `/users/${loner}`);
    const before = await counts(v2);
    const { nextCursor } = listOf(await v2.get('/products?cursor=&limit=5')).pagination;
    expect(await first.end('SIGTERM')).toBe(0);
    // Whoever waits for the first start reads what takes so long, and by the second there is nothing to wait for.
    expect(first.output()).toMatch(
      /^Creating the database in .*postgres \(first start only; .*\n[^]*Portico is ready at /,
    );

    const second = await startProgram(settings);
    const again = second.client.in(V2);
    expect(await counts(again)).toEqual(before);
    expect((await again.get(`/users/${ada}`)).json).toEqual({ id: ada, firstName: 'Ada', lastName: 'Lovelace' });
    expectError(await again.get(`/users/${loner}`), 404);
    // A cursor of before the restart is still good.
    const { data } = listOf(await again.get(`/products?cursor=${nextCursor}&limit=5`));
    expect(data).toEqual(listOf(await again.get('/products?offset=5&limit=5')).data);
    expect(await second.end('SIGINT')).toBe(0);
    expect(second.output()).toMatch(/^Portico is ready at /);
  });
});

describe('a second process over one data folder', () => {
  test('is refused by name, in a line and not a stack, and the first goes on', TIMEOUT, async () => {
    const settings = { DATA_DIR: newFolder(), SEED: 'none', LOG_LEVEL: 'error' };
    await fillDataFolder(settings.DATA_DIR, 'none');
    const first = await startProgram(settings);
    const { code, stdout, stderr } = await runProgram(['serve'], { ...settings, PORT: '0' });
    expect(code).toBe(1);
    expect(stderr).toContain(settings.DATA_DIR);
    expect(stderr).toContain(String(first.pid));
    expect(stderr + stdout).not.toMatch(/^\s+at /m);
    expect((await first.client.in(V1).post('/users', { name: 'Still Here' })).status).toBe(201);
    await first.end('SIGTERM');
  });

  test('is let in when the first was killed', TIMEOUT, async () => {
    const settings = { DATA_DIR: newFolder(), SEED: 'none', LOG_LEVEL: 'error' };
    await fillDataFolder(settings.DATA_DIR, 'none');
    await (await startProgram(settings)).end('SIGKILL');
    const second = await startProgram(settings);
    expect(await second.end('SIGTERM')).toBe(0);
  });
});

describe('SEED=none', () => {
  test('starts with nothing, and works', TIMEOUT, async () => {
    const program = await startProgram({ DATA_DIR: newFolder(), SEED: 'none', LOG_LEVEL: 'error' });
    const v1 = program.client.in(V1);
    for (const list of ['/users', '/orders', '/products']) {
      const empty = { data: [], pagination: { limit: 20, offset: 0, total: 0, nextCursor: null, hasMore: false } };
      expect((await v1.get(list)).json).toEqual(empty);
      expect((await v1.get(`${list}?cursor=`)).json).toEqual({
        data: [],
        pagination: { nextCursor: null, hasMore: false },
      });
      expect((await v1.get(`${list}?page=1`)).json).toEqual({
        data: [],
        pagination: { page: 1, limit: 20, total: 0, totalPages: expect.any(Number) },
      });
    }
    expectError(await v1.get('/forecast?city=London'), 404);
    const user = await v1.post('/users', { name: 'Ada Lovelace' });
    expect((await v1.get(`/users/${idOf(user)}`)).json).toEqual({ id: idOf(user), name: 'Ada Lovelace' });
    await program.end('SIGTERM');
  });
});

describe('without any AUTH setting', () => {
  test('portico token opens the door that a fresh start made, and nothing is readable by others', TIMEOUT, async () => {
    const DATA_DIR = newFolder();
    const program = await startProgram({ DATA_DIR, AUTH_SECRET: '', LOG_LEVEL: 'info' });
    const { code, stdout } = await runProgram(['token', '--scope', 'users:read orders:read'], { DATA_DIR });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);

    const headers = { authorization: `Bearer ${stdout.trim()}` };
    expect((await program.client.get('/v1/users', { scope: null, headers })).status).toBe(200);
    expectError(await program.client.get('/v1/products', { scope: null, headers }), 403, 'products:read');
    // What the suite signs itself is worth nothing here.
    expectError(await program.client.get('/v1/users'), 401);

    const rotated = await runProgram(['keys', 'rotate'], { DATA_DIR });
    expect(rotated.stdout).toMatch(/^[\w-]{43} signs from now on\n[\w-]{43} verifies until \S+Z\n$/);
    const renewed = await runProgram(['token', '--scope', 'users:read'], { DATA_DIR });
    for (const token of [stdout, renewed.stdout]) {
      const request = { scope: null, headers: { authorization: `Bearer ${token.trim()}` } };
      expect((await program.client.get('/v1/users', request)).status).toBe(200);
    }

    await expect.poll(program.output).toContain('curl');
    expect(program.output()).toMatch(/portico token/);
    expect(program.output()).not.toMatch(/eyJ/);
    for (const entry of readdirSync(DATA_DIR, { withFileTypes: true })) {
      const { mode } = statSync(path.join(DATA_DIR, entry.name));
      if (/pem|jwk/i.test(entry.name)) expect((mode & 0o777).toString(8)).toBe('600');
    }
    expect(readdirSync(DATA_DIR).filter((name) => /key|pem|jwk/i.test(name))).not.toEqual([]);
    await program.end('SIGTERM');
  });

  test('portico token works before the first start as well', TIMEOUT, async () => {
    const DATA_DIR = newFolder();
    const { stdout } = await runProgram(['token', '--scope', 'users:read'], { DATA_DIR });
    const program = await startProgram({ DATA_DIR, AUTH_SECRET: '', SEED: 'none', LOG_LEVEL: 'error' });
    const headers = { authorization: `Bearer ${stdout.trim()}` };
    expect((await program.client.get('/v1/users', { scope: null, headers })).status).toBe(200);
    await program.end('SIGTERM');
  });
});
