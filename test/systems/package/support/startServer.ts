import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { PACKAGE_NAME } from './installTarball.ts';

/** `dev` or `serve` of an installed package, at a free port. */
export interface RunningServer {
  url: string;
  /** Everything that it wrote so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a command of the installed package in a project. Rejects with what it wrote unless it serves within 30 seconds. */
export async function startServer(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const main = path.join(folder, 'node_modules', PACKAGE_NAME, 'dist/portico.js');
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  const findUrl = () => {
    // Of all addresses its own is the first, and in full when something follows.
    const [url] = /http:\/\/127\.0\.0\.1:\d+(?=[,\s])/.exec(output) ?? expect.fail(`It does not serve: ${output}`);
    return url;
  };
  try {
    return { url: await vi.waitFor(findUrl, { timeout: 30_000 }), output: () => output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
