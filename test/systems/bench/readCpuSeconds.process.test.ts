import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { killGroup } from '../../../bench/src/processes/killGroup.ts';
import { readCpuSeconds } from '../../../bench/src/processes/readCpuSeconds.ts';

const WORK = `for (const end = process.cpuUsage().user + 200_000; process.cpuUsage().user < end;);`;
const CHILD = `${WORK} console.log('ready'); setInterval(() => {}, 1000);`;
const PARENT = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(CHILD)}], { stdio: 'inherit' });`;

test.runIf(process.platform === 'linux')('reads the CPU time of a process and its children', async () => {
  const leader = spawn(process.execPath, ['-e', PARENT], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(leader.stdout, 'data');
    expect(await readCpuSeconds(leader.pid!)).toBeGreaterThanOrEqual(0.2);
  } finally {
    killGroup(leader.pid!, 'SIGKILL');
  }
});
