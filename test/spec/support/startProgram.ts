import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client } from './Client.ts';
import { SPEC_SECRET } from './signToken.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The real program in a process of its own. */
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

/** The arguments of Node that start the program from its source. */
const SOURCE: readonly string[] = ['--import', 'tsx', 'src/service/cli/main.ts'];

/** Starts `portico serve` over a data folder and waits until it is ready. `program` are the arguments of Node that start it. */
export async function startProgram(env: Record<string, string>, program = SOURCE): Promise<Program> {
  const port = await freePort();
  const child = launch([...program, 'serve'], {
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
  const child = launch([...SOURCE, ...args], env);
  const run: Run = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (run.stdout += chunk));
  child.stderr.on('data', (chunk: Buffer) => (run.stderr += chunk));
  [run.code] = (await once(child, 'close')) as [number | null];
  return run;
}

/** A port without a listener. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** The program inherits no setting from the environment of the tests. */
function launch(args: readonly string[], env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function isReady(client: Client): Promise<boolean> {
  try {
    return (await client.get('/health/ready', { scope: null })).status === 200;
  } catch {
    return false;
  }
}
