// The short form of `npm run fuzz`, with the seed that `.ci/run` runs.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'test/systems/fuzz/main.ts', ...args]);

const TIMEOUT = { timeout: 900_000 };

test('5,000 random requests cause no 5xx and no response outside of the documents', TIMEOUT, async () => {
  const { stdout } = await run('--requests', '5000', '--seed', '1').catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}${error.stderr}`);
    },
  );
  console.log(stdout);
  // It is no proof if they all fail at the same check.
  for (const status of [
    'requests 200',
    'requests 201',
    'requests 204',
    'requests 400',
    'requests 404',
    'raw bytes 200',
  ]) {
    expect(stdout).toContain(`${status} `);
  }
  expect(stdout).toMatch(/\n\npassed\n$/);
});

test('wrong options are refused', TIMEOUT, async () => {
  await expect(run('--requests', '0')).rejects.toMatchObject({
    code: 1,
    stderr: '--requests must be a positive integer, not 0.\n',
  });
});
