import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../processes/freePort.ts';
import { killGroup } from '../processes/killGroup.ts';
import type { Processes } from '../processes/createProcesses.ts';
import { collectOutput } from './collectOutput.ts';
import type { Contender } from './Contender.ts';
import { untilAnswers } from './untilAnswers.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A contender that listens. */
export interface Running extends Contender {
  origin: string;
  /** The leader of its process group. */
  pid: number;
  stop(): Promise<void>;
}

/** What a contender is started with; more of its environment comes from `env`. */
export interface Start {
  processes: Processes;
  databaseUrl: string;
  secret: string;
  env?: Readonly<Record<string, string>>;
}

/** Starts a contender in a process of its own, and waits until it answers; none of this process's settings reaches it. */
export async function startContender<Kind extends Pick<Contender, 'name' | 'command'>>(
  contender: Kind,
  { processes, databaseUrl, secret, env = {} }: Start,
): Promise<Kind & Pick<Running, 'origin' | 'pid' | 'stop'>> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const child = processes.start(process.execPath, contender.command, {
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
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const readOutput = collectOutput(child);
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswers(origin, child).catch((error: Error) => {
    throw new Error(`${contender.name}: ${error.message}\n${readOutput()}`);
  });
  const pid = child.pid!;
  return {
    ...contender,
    origin,
    pid,
    stop: async () => {
      child.kill();
      await ended;
      // What it has started itself and not ended.
      killGroup(pid, 'SIGKILL');
    },
  };
}
