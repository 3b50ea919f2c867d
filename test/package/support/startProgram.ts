import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program of the project that runs, and what it said in its first line. */
export interface Program {
  said: { url: string } & Record<string, unknown>;
  stop(): Promise<void>;
}

/**
 * Starts a program that writes one line of JSON when it is ready, on this version of Node or that of another executable. Rejects
 * with what it wrote if it ends before.
 */
export async function startProgram(folder: string, file: string, node = process.execPath): Promise<Program> {
  const child = spawn(node, [file], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const ended = once(child, 'close');
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    ended.then(() => Promise.reject(new Error(`${file} ended: ${complaint}`))),
  ]);
  return {
    said: JSON.parse(line) as Program['said'],
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
