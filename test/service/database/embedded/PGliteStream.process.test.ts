import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// It computes for 20 seconds of a core of its own.
test('keeps nothing of what was read', { timeout: 300_000 }, async () => {
  const script = fileURLToPath(new URL('../support/readMuch.ts', import.meta.url));
  const command = ['--max-old-space-size=128', '--import', 'tsx', script];
  expect(await promisify(execFile)(process.execPath, command)).toEqual({ stdout: '250000\n', stderr: '' });
});
