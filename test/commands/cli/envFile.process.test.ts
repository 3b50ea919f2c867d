import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { GATEWAY, environmentOf } from '../../promises/support/startProgram.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What `portico serve` prints to standard error; it ends without an upstream. */
async function serve(env: Record<string, string>): Promise<string> {
  const options = { cwd: folder, env: environmentOf(env) };
  const { stderr } = await promisify(execFile)(process.execPath, [...GATEWAY, 'serve'], options).catch(
    (error: { stderr: string }) => error,
  );
  return stderr;
}

test('a file .env has the settings that the environment does not', async () => {
  writeFileSync(path.join(folder, '.env'), '# The port of all.\nPORT=x1\nHEALTH_PORT="x2"\nWORKERS=x3\n');
  expect(await serve({ HEALTH_PORT: '1', WORKERS: '' })).toBe(
    'portico: PORT must be a whole number from 0 to 65535, not "x1".\n',
  );
});

test('a file .env has at most 1 MiB', async () => {
  const comment = '#'.repeat(1024 * 1024 - 'PORT=x1\n'.length - 1);
  writeFileSync(path.join(folder, '.env'), `PORT=x1\n${comment}\n`);
  expect(await serve({})).toBe('portico: PORT must be a whole number from 0 to 65535, not "x1".\n');
  writeFileSync(path.join(folder, '.env'), `PORT=x1\n${comment}#\n`);
  expect(await serve({})).toBe('portico: The file .env cannot be read: it has more than 1048576 bytes.\n');
});

test('a file .env that cannot be read is refused', async () => {
  rmSync(path.join(folder, '.env'));
  mkdirSync(path.join(folder, '.env'));
  expect(await serve({})).toMatch(/^portico: The file \.env cannot be read: .+\n$/);
});
