// Lines wait for each other in the process: whatever ends it, they have been written.
import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

const SERVER = new URL('../../../src/gateway/server.ts', import.meta.url).href;

/** What is written to standard output by a process that logs 100 lines, then ends. */
function logThen(end: string): Promise<string> {
  const code = `
    const { createLogger } = await import(${JSON.stringify(SERVER)});
    process.on('SIGTERM', () => process.exit(0));
    const log = createLogger('info');
    for (let n = 0; n < 100; n++) log.info({ n }, 'é'.repeat(n));
    ${end}`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code];
  return new Promise((resolve) => execFile(process.execPath, args, (_, stdout) => resolve(stdout)));
}

test.each([
  ['has nothing left to do', ''],
  ['exits', 'process.exit(1);'],
  ['crashes', "throw new Error('a defect');"],
  ['stops at a signal', "process.kill(process.pid, 'SIGTERM'); await new Promise(() => setInterval(() => {}, 1_000));"],
])('all lines are written where the process %s', async (_, end) => {
  const lines = (await logThen(end)).trimEnd().split('\n');
  const numbers = lines.map((line) => (JSON.parse(line) as { n: number }).n);
  // What is being written when the process ends may come last.
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (__, n) => n));
});
