// Servers of the built program, as processes in a folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll } from 'vitest';
import { GATEWAY, environmentOf } from '../../promises/support/startProgram.ts';

export interface Server {
  url: string;
  /** Its output so far, of both streams. */
  output(): string;
  /** Ends it by SIGTERM; resolves to its exit code. */
  stop(): Promise<number | null>;
}

const SETTINGS = { PORT: '0', LOG_LEVEL: 'silent', DRAIN_SECONDS: '0' };
const children = new Set<ChildProcess>();

/** Starts `portico serve` in a folder, and waits until it is ready; `program` are the arguments of Node that start it. */
export async function servePortico(
  cwd: string,
  args: readonly string[] = [],
  { env = {}, program = GATEWAY }: { env?: Readonly<Record<string, string>>; program?: readonly string[] } = {},
): Promise<Server> {
  const child = spawn(process.execPath, [...program, 'serve', ...args], {
    cwd,
    env: environmentOf({ ...SETTINGS, ...env }),
  });
  children.add(child);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk);
        const ready = /is ready at (\S+), in front of/.exec(output)?.[1];
        if (ready !== undefined) resolve(ready);
      });
    }
    child.once('close', () => reject(new Error(output)));
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended)[0];
  };
  return { url, output: () => output, stop };
}

/** Kills those that were not stopped, at the end of a file of tests. */
export function killServersAfterwards(): void {
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
  });
}
