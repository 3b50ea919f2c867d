import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { collectOutput } from '../contenders/collectOutput.ts';
import { untilAnswers } from '../contenders/untilAnswers.ts';
import type { Processes } from '../processes/createProcesses.ts';
import { freePort } from '../processes/freePort.ts';
import { readCpuSeconds } from '../processes/readCpuSeconds.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What one start took, in seconds, until the process was ready. */
export interface Start {
  wall: number;
  /** Of all threads; missing where the system does not tell. */
  cpu?: number;
}

/** Starts `portico serve`, and stops it as soon as it is ready. */
export async function startOnce(processes: Processes, env: Readonly<Record<string, string>>): Promise<Start> {
  const { PATH = '', HOME = '' } = process.env;
  const port = await freePort();
  const started = performance.now();
  const child = processes.start(process.execPath, ['bin/portico.js', 'serve'], {
    cwd: ROOT,
    env: { PATH, HOME, NODE_ENV: 'production', PORT: String(port), LOG_LEVEL: 'warn', DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const readOutput = collectOutput(child);
  await untilAnswers(`http://127.0.0.1:${port}/health/ready`, child, 'success').catch((error: Error) => {
    throw new Error(`${error.message}\n${readOutput()}`);
  });
  const wall = (performance.now() - started) / 1000;
  const cpu = await readCpuSeconds(child.pid!);
  const ended = once(child, 'exit');
  child.kill();
  await ended;
  return { wall, ...(cpu !== undefined && { cpu }) };
}
