import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('keeps nothing of what was read', async () => {
  const script = fileURLToPath(new URL('../support/readMuch.ts', import.meta.url));
  const command = ['--max-old-space-size=128', '--import', 'tsx', script];
  expect(await promisify(execFile)(process.execPath, command)).toEqual({ stdout: '250000\n', stderr: '' });
});
