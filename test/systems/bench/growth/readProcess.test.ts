import { expect, test } from 'vitest';
import { readCommand, readCpuMs, readMemory } from '../../../../bench/src/growth/readProcess.ts';

test.runIf(process.platform === 'linux')('reads the CPU time and the memory of a process', () => {
  const before = readCpuMs(process.pid);
  const { user, system } = process.cpuUsage();
  // Threads that have ended are not in it.
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan((user + system) / 1000 + 1000);
  for (let spun = 0; readCpuMs(process.pid) <= before; spun++) expect(spun).toBeLessThan(1e6);

  const { resident, peak } = readMemory(process.pid);
  expect(resident).toBeGreaterThan(1e6);
  expect(peak).toBeGreaterThanOrEqual(resident);
  expect(readCommand(2 ** 22 + 1)).toBeUndefined();
});
