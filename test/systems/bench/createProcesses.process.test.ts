import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const BENCH = fileURLToPath(new URL('support/bench.ts', import.meta.url));

let bench: ChildProcess | undefined;
afterEach(() => bench?.kill('SIGKILL'));

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'no process outlives a bench that receives %s',
  async (signal) => {
    bench = spawn(process.execPath, ['--import', 'tsx', BENCH], { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(bench, 'close');
    const errors = text(bench.stderr!);
    const [line] = await once(bench.stdout!, 'data');
    const pids = String(line).trim().split(' ').map(Number);
    expect(pids.filter(isAlive)).toEqual(pids);

    bench.kill(signal);
    await ended;
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
    expect(await errors).toBe(signal === 'SIGKILL' ? '' : `Interrupted by ${signal}.\n`);
  },
);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
