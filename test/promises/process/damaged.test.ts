// A data folder that has lost a part of its database: the program refuses it, and what is left of it stays.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import { idOf, listOf } from '../support/expectations.ts';
import { runProgram, startProgram } from '../support/startProgram.ts';

const TIMEOUT = { timeout: 120_000 };
const root = mkdtempSync(path.join(tmpdir(), 'portico-damaged-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Every file below a folder, with what is in it. */
function contentsOf(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  return new Map(files.sort().map((file) => [path.relative(folder, file), readFileSync(file, 'base64')]));
}

test(
  'users that were acknowledged are there again when the PG_VERSION that was lost is put back',
  TIMEOUT,
  async () => {
    const DATA_DIR = path.join(root, 'data');
    const settings = { DATA_DIR, SEED: 'none', LOG_LEVEL: 'error' };
    await fillDataFolder(DATA_DIR, 'none');
    const first = await startProgram(settings);
    const ids: unknown[] = [];
    for (let number = 0; number < 20; number++) {
      ids.push(idOf(await first.client.in(V1).post('/users', { name: `User ${number}` })));
    }
    expect(await first.end('SIGTERM')).toBe(0);

    const file = path.join(DATA_DIR, 'postgres', 'PG_VERSION');
    const version = readFileSync(file);
    rmSync(file);
    const left = contentsOf(DATA_DIR);
    const refused = await runProgram(['serve'], { ...settings, PORT: '0' });
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({
      code: 1,
      stderr:
        `portico: The folder ${DATA_DIR}/postgres is not empty and not a complete database; missing: PG_VERSION. ` +
        `Restore ${DATA_DIR}/postgres from a backup, move it away to start with a new database, or set DATA_DIR to another ` +
        'folder.\n',
    });
    const signing = /^signing-key\.pem$/;
    expect([...contentsOf(DATA_DIR)].filter(([name]) => !signing.test(name))).toEqual([...left]);

    writeFileSync(file, version);
    const second = await startProgram(settings);
    const users = listOf(await second.client.in(V1).get('/users?limit=100')).data;
    expect(users.map(({ id }) => id)).toEqual(ids);
    expect(await second.end('SIGTERM')).toBe(0);
  },
);

test('what is said of damaged files speaks of the folder, not of DATABASE_URL', TIMEOUT, async () => {
  const DATA_DIR = path.join(root, 'corrupt');
  cpSync(path.join(root, 'data'), DATA_DIR, { recursive: true });
  const files = path.join(DATA_DIR, 'postgres', 'base', '5');
  for (const name of readdirSync(files).filter((each) => Number(each) >= 16_384)) {
    writeFileSync(path.join(files, name), '');
  }
  const { code, stderr } = await runProgram(['serve'], { DATA_DIR, PORT: '0', LOG_LEVEL: 'error' });
  expect(code).toBe(1);
  expect(stderr).toContain(`Restore ${DATA_DIR}/postgres from a backup`);
  expect(stderr).not.toMatch(/DATABASE_URL|^\s+at /m);
});
