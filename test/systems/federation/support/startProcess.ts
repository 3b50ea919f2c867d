import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../../../promises/support/startProgram.ts';

export { ROOT };

/** A process that serves at a URL. */
export interface Process {
  url: string;
  child: ChildProcess;
  /** Its output, of both streams. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts Node with these arguments, and waits until a probe of the process returns 200. The process inherits no
 * setting from the environment of the tests.
 */
export async function startProcess(
  args: readonly string[],
  env: Record<string, string>,
  url: string,
  probe: string,
): Promise<Process> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    const cut = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(cut);
  };
  while (!(await isReady(url + probe))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, child, output: () => output, stop };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
