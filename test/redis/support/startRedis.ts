import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A Redis of a test, which it can stop. */
export interface OwnRedis {
  url: string;
  /** Starts it again at the same port, with nothing in it. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** It accepts connections, and responds to none, until it goes on. */
  pause(): void;
  goOn(): void;
}

/** Starts a Redis on a port that is free; it keeps nothing on disk. */
export async function startRedis(): Promise<OwnRedis> {
  const port = await freePort();
  let server: ChildProcess | undefined;
  let folder = '';
  const redis: OwnRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      folder = mkdtempSync(path.join(tmpdir(), 'portico-redis-'));
      const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
      server = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      for await (const chunk of server.stdout!) {
        output += String(chunk);
        if (output.includes('Ready to accept connections')) break;
      }
      if (server.exitCode !== null) throw new Error(`redis-server has ended: ${output}`);
    },
    async stop() {
      const running = server;
      server = undefined;
      if (!running || running.exitCode !== null) return;
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
    pause: () => void server?.kill('SIGSTOP'),
    goOn: () => void server?.kill('SIGCONT'),
  };
  await redis.start();
  return redis;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
