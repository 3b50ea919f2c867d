import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { collectOutput } from '../contenders/collectOutput.ts';
import { untilAnswers } from '../contenders/untilAnswers.ts';
import type { Processes } from '../processes/createProcesses.ts';
import { freePort } from '../processes/freePort.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A server in a process of its own. */
export interface MeasuredServer {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** How to start a server; PORT is added to its environment. */
export interface ServerCommand {
  /** Default: Node. */
  command?: string;
  /** Its arguments, from the folder of the program. */
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Default: one that is free. */
  port?: number;
  /** A path that it answers with a success when it is ready. */
  probe: string;
}

/** Starts a server and waits until it is ready; no setting of this process reaches it. */
export async function startServer(
  processes: Processes,
  { command = process.execPath, args, env = {}, port: ownPort, probe }: ServerCommand,
): Promise<MeasuredServer> {
  const port = ownPort ?? (await freePort());
  const { PATH = '', HOME = '' } = process.env;
  const child = processes.start(command, args, {
    cwd: ROOT,
    env: { PATH, HOME, NODE_ENV: 'production', DRAIN_SECONDS: '0', LOG_LEVEL: 'warn', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const readOutput = collectOutput(child);
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswers(origin + probe, child, 'success').catch((error: Error) => {
    throw new Error(`${command} ${args.join(' ')}: ${error.message}\n${readOutput()}`);
  });
  return {
    origin,
    pid: child.pid!,
    stop: async () => {
      // Some close their connections first, and others only that.
      child.kill('SIGKILL');
      await ended;
    },
  };
}
