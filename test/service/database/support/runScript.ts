import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** A process that runs one of the scripts beside this file, and the lines that it writes. */
export interface Script {
  process: ChildProcess;
  /** Each line of standard output; ends when the process does. */
  lines: AsyncIterableIterator<string>;
  /** Resolves when the process is gone. */
  ended: Promise<unknown>;
}

/** Starts a script in a process of its own, which does not outlive the test. */
export function runScript(name: string, ...args: string[]): Script {
  const script = new URL(`${name}.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    process: child,
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    ended: new Promise((resolve) => child.once('exit', resolve)),
  };
}
