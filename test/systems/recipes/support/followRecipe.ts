// Follows a recipe in an empty folder, with the tarball of this repository in place of the published package.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { type Step, patternOf, readRecipe, withOwnPorts } from './readRecipe.ts';

export interface FollowOptions {
  /** Replaces `portico` in the arguments of `npm install`. */
  tarball: string;
  /** Returns a free port in place of one of the recipe. */
  allocatePort(port: string): number;
}

/** Types a recipe, and expects what it says to be printed. Nothing that it started is left behind. */
export async function followRecipe(markdown: string, { tarball, allocatePort }: FollowOptions): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-recipe-'));
  const ports: number[] = [];
  const steps = readRecipe(
    withOwnPorts(markdown, (port) => {
      ports.push(allocatePort(port));
      return ports.at(-1)!;
    }),
  );
  const env = {
    ...process.env,
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    // Nothing but packages is loaded, and nothing is reported to anybody.
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    NEXT_TELEMETRY_DISABLED: '1',
    WRANGLER_SEND_METRICS: 'false',
  };
  // Programs that read it behave as on a developer's machine: npm of this repository runs no scripts of packages.
  for (const name of ['NODE_ENV', 'VITEST', 'NODE_OPTIONS', 'CI', 'npm_config_ignore_scripts'])
    delete (env as NodeJS.ProcessEnv)[name];
  const servers: ChildProcess[] = [];
  try {
    for (const step of steps) await follow(step);
  } finally {
    for (const server of servers) await stop(server);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async function follow(step: Step): Promise<void> {
    if (step.kind === 'file') {
      const file = path.join(folder, step.name);
      await mkdir(path.dirname(file), { recursive: true });
      return writeFile(file, step.text);
    }
    const text = step.text.replaceAll(/^(npm install .*?)\bportico\b/gm, `$1${tarball}`);
    if (step.kind === 'server') {
      servers.push(await startServer(text, ports, { cwd: folder, env }));
      return;
    }
    const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)('bash', ['-ec', text], options).catch((error: Error & Printed) => {
      throw new Error(`${text}\n${error.stdout}${error.stderr}`, { cause: error });
    });
    if (step.output?.language === 'json') expect(JSON.parse(stdout)).toEqual(JSON.parse(step.output.text));
    else if (step.output) expect(stdout.replaceAll('\r', '').trim()).toMatch(patternOf(step.output.text));
  }
}

interface Printed {
  stdout: string;
  stderr: string;
}

/** Starts a program that stays, in a process group of its own; resolves when one more of the ports is open. */
async function startServer(text: string, ports: readonly number[], options: object): Promise<ChildProcess> {
  const countOpen = async () => (await Promise.all(ports.map(isOpen))).filter(Boolean).length;
  const before = await countOpen();
  const child = spawn('bash', ['-ec', text], { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-20_000)));
  }
  try {
    await expect
      .poll(async () => {
        if (child.exitCode !== null) return 'ended';
        return (await countOpen()) > before ? 'listens' : 'starts';
      })
      .not.toBe('starts');
    if (child.exitCode !== null) throw new Error('It ended.');
  } catch (cause) {
    await stop(child);
    throw new Error(`${text}\n${output}`, { cause });
  }
  return child;
}

async function isOpen(port: number): Promise<boolean> {
  const tries = ['127.0.0.1', '::1'].map((host) => {
    const socket = connect({ port, host });
    return once(socket, 'connect').then(
      () => void socket.destroy(),
      (error: unknown) => {
        socket.destroy();
        throw error;
      },
    );
  });
  return Promise.any(tries).then(
    () => true,
    () => false,
  );
}

/** Ends a process group. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}
