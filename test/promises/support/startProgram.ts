import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from './Client.ts';
import { SPEC_SECRET } from './signToken.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const { scripts } = createRequire(import.meta.url)('../../../package.json') as { scripts: { start: string } };

/** What `npm start` runs after the build, so that suites run what users run: the options of Node, and the program. */
const [, NODE_OPTIONS = '', MAIN = ''] = /NODE_OPTIONS="(\S+) \$NODE_OPTIONS" exec node (\S+) serve$/.exec(
  scripts.start,
)!;

/** The arguments of Node that start the built program; see `buildForTests.ts`. */
export const PORTICO: readonly string[] = [path.join(ROOT, MAIN)];

/** Those that start the program of the gateway alone, which the npm package has: `test/systems/package` starts it from the tarball. */
export const GATEWAY: readonly string[] = [path.join(ROOT, 'dist/cli/portico.js')];

/** The built program in a process of its own. */
export interface Program {
  client: Client;
  pid: number;
  /** Its output, of both streams. */
  output(): string;
  /** Sends a signal and waits for the end; resolves to the exit code, null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** The result of a run of the program to its end. */
export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts `portico serve` with these settings and arguments, and waits until it is ready. */
export async function startProgram(env: Record<string, string>, ...args: string[]): Promise<Program> {
  const port = await freePort();
  const child = launch(['serve', ...args], {
    PORT: String(port),
    AUTH_SECRET: SPEC_SECRET,
    DRAIN_SECONDS: '0',
    ...env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const ended = once(child, 'close') as Promise<[number | null]>;

  const client = new Client(new URL(`http://127.0.0.1:${port}`), env['BASE_PATH'] ?? '');
  while (!(await isReady(client))) {
    if (child.exitCode !== null) throw new Error(`The program ended with ${child.exitCode}:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    client,
    pid: child.pid!,
    output: () => output,
    end: async (signal) => {
      child.kill(signal);
      return (await ended)[0];
    },
  };
}

/** Runs the program to its end. */
export async function runProgram(args: readonly string[], env: Record<string, string>): Promise<Run> {
  const child = launch(args, env);
  const run: Run = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (run.stdout += chunk));
  child.stderr.on('data', (chunk: Buffer) => (run.stderr += chunk));
  [run.code] = (await once(child, 'close')) as [number | null];
  return run;
}

/** Ports below those that the system gives to whoever listens at port 0, or connects, before the port is used. */
const [MIN_PORT, MAX_PORT] = [10_000, 32_000];

/** A port without a listener. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(randomInt(MIN_PORT, MAX_PORT), '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    const { port } = server.address() as AddressInfo;
    server.close();
    return port;
  }
}

function launch(args: readonly string[], env: Record<string, string>) {
  return spawn(process.execPath, [...PORTICO, ...args], {
    cwd: ROOT,
    env: environmentOf(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The environment of a program under test: these settings, and none of those that the tests themselves run with. */
export function environmentOf(env: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, NODE_OPTIONS, ...env };
}

async function isReady(client: Client): Promise<boolean> {
  try {
    return (await client.get('/health/ready', { scope: null })).status === 200;
  } catch {
    return false;
  }
}
