import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../promises/support/startProgram.ts';

/** A Redis that a test stops, starts and pauses. */
export interface OwnRedis {
  url: string;
  /** Starts it again at the same port, without its data. */
  start(): Promise<void>;
  kill(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Kills it, and removes its folder. */
  remove(): Promise<void>;
}

/** Starts a Redis at a port that is free. `onStart` receives each of its processes. */
export async function startRedis(
  options: readonly string[] = [],
  { parent = tmpdir(), onStart = (_child: ChildProcess) => {} } = {},
): Promise<OwnRedis> {
  const folder = mkdtempSync(path.join(parent, 'portico-redis-'));
  const port = await freePort();
  let child: ChildProcess;
  const start = async () => {
    const given = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...options];
    child = spawn('redis-server', given, { stdio: ['ignore', 'pipe', 'inherit'] });
    onStart(child);
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}.`)));
      child.stdout!.on('data', (chunk) => {
        if (String(chunk).includes('Ready to accept connections')) resolve();
      });
    });
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}
