// The short form of `npm run chaos`, with the seed that `.ci/run` runs.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'test/systems/chaos/main.ts', ...args]);

/** A minute and a half on two idle cores; processes that start take most of it. */
const TIMEOUT = { timeout: 900_000 };

test('no row is lost, doubled or half-written in the short form of chaos', TIMEOUT, async () => {
  const { stdout } = await run('--short', '--seed', '1').catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  console.log(stdout);
  const table = stdout.split('\n\n').find((part) => part.startsWith('scenario ')) ?? '';
  const results = table.trimEnd().split('\n').slice(1);
  expect(results.length).toBeGreaterThan(20);
  for (const result of results) expect(result).toMatch(/ passed$/);
  const figures = stdout.split('\n\n').find((part) => part.startsWith('milliseconds ')) ?? '';
  expect(figures.trimEnd().split('\n').slice(1)).toEqual([
    expect.stringMatching(/^a caller writes over 300 connections( +\d+){5}$/),
    expect.stringMatching(/^a caller reads over 300 connections( +\d+){5}$/),
  ]);
});

test('names without a scenario and wrong options are refused', TIMEOUT, async () => {
  await expect(run('--seed', 'x')).rejects.toMatchObject({ code: 1, stderr: '--seed must be an integer, not x.\n' });
  await expect(run('--scenario', 'no such')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^--scenario must be part of the name of a scenario, not no such; available: process killed, /,
    ),
  });
});
