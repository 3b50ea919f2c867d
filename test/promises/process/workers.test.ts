// Several processes need a database that several can have open. How they serve is tested in test/systems/postgres.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import { runProgram, startProgram } from '../support/startProgram.ts';

const TIMEOUT = { timeout: 120_000 };
const folder = mkdtempSync(path.join(tmpdir(), 'portico-workers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the embedded database refuses more than one process, and is not touched', TIMEOUT, async () => {
  const DATA_DIR = path.join(folder, 'refused');
  const { code, stdout, stderr } = await runProgram(['serve'], { DATA_DIR, WORKERS: '2' });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^portico: WORKERS=2 requires DATABASE_URL: .*\n$/);
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('WORKERS=auto is one process over the embedded database', TIMEOUT, async () => {
  const DATA_DIR = path.join(folder, 'auto');
  await fillDataFolder(DATA_DIR, 'none');
  const program = await startProgram({ DATA_DIR, SEED: 'none', WORKERS: 'auto' });
  expect((await program.client.get('/v1/users')).status).toBe(200);
  await expect.poll(program.output).toContain(`"pid":${program.pid}`);
  expect(await program.end('SIGTERM')).toBe(0);
});

test(
  'a data folder that was migrated by itself is enough for MIGRATE=off, and another is refused',
  TIMEOUT,
  async () => {
    const env = { DATA_DIR: path.join(folder, 'migrated'), SEED: 'none', MIGRATE: 'off', LOG_LEVEL: 'error' };
    const early = await runProgram(['serve'], { ...env, PORT: '0' });
    expect(early.code).toBe(1);
    expect(early.stderr).toMatch(/\nportico: The database lacks the migrations .* Run `portico migrate` first\.\n$/);
    expect((await runProgram(['migrate'], env)).code).toBe(0);
    const program = await startProgram(env);
    expect((await program.client.get('/v1/users')).status).toBe(200);
    expect(await program.end('SIGTERM')).toBe(0);
  },
);
