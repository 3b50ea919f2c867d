import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A running program of the project, and the first line that it wrote. */
export interface Program {
  ready: { url: string } & Record<string, unknown>;
  stop(): Promise<void>;
}

/**
 * Starts a program that writes one line of JSON when it is ready, with this Node or another executable and its options. Rejects with
 * what it wrote if it ends before.
 */
export async function startProgram(
  folder: string,
  file: string,
  executable = process.execPath,
  ...options: string[]
): Promise<Program> {
  const child = spawn(executable, [...options, file], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close');
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    ended.then(() => Promise.reject(new Error(`${file} ended: ${stderr}`))),
  ]);
  return {
    ready: JSON.parse(line) as Program['ready'],
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
