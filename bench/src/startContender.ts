import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Contender } from './contenders/Contender.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A contender that listens. */
export interface Running extends Contender {
  origin: string;
  stop(): Promise<void>;
}

/** Starts a contender in a process of its own, and waits until it answers; none of this process's settings reaches it. */
export async function startContender(contender: Contender, databaseUrl: string, secret: string): Promise<Running> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, contender.command, {
    cwd: ROOT,
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: secret,
      WORKERS: '1',
      DRAIN_SECONDS: '0',
      // Nobody else writes a line for each request.
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const ended = once(child, 'close');
  const origin = `http://127.0.0.1:${port}`;
  while (!(await answers(origin))) {
    if (child.exitCode !== null) throw new Error(`${contender.name} ended with ${child.exitCode}:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    ...contender,
    origin,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

async function answers(origin: string): Promise<boolean> {
  try {
    await (await fetch(origin)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
