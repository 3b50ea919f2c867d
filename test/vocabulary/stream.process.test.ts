import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// It computes for some seconds of a core of its own.
test('a whole list of 200 MB is sent with a heap of 64 MB', { timeout: 120_000 }, async () => {
  const script = fileURLToPath(new URL('support/streamMuch.ts', import.meta.url));
  const command = ['--max-old-space-size=64', '--import', 'tsx', script];
  expect(await promisify(execFile)(process.execPath, command)).toEqual({ stdout: '200000 202\n', stderr: '' });
});
