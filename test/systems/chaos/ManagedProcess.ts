import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../promises/support/startProgram.ts';
import { ROOT } from '../federation/support/startProcess.ts';
import type { Reaper } from './Reaper.ts';

const START_TIMEOUT_MS = 90_000;
const PROBE_INTERVAL_MS = 50;
/** How much of its output the report of a failure quotes. */
const QUOTED_OUTPUT = 2_000;

/** How to start a process. */
export interface ProcessOptions {
  /** The arguments of Node, given the port. */
  args: (port: number) => readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Returns 200 when the process is ready. */
  probe: string;
}

/** A process that serves at one port, however often it is ended and started again. */
export class ManagedProcess {
  readonly url: URL;
  readonly #options: ProcessOptions;
  readonly #reaper: Reaper;
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(url: URL, options: ProcessOptions, reaper: Reaper) {
    this.url = url;
    this.#options = options;
    this.#reaper = reaper;
  }

  /** Starts a process on a free port, and waits until it is ready. */
  static async start(options: ProcessOptions, reaper: Reaper): Promise<ManagedProcess> {
    const started = new ManagedProcess(new URL(`http://127.0.0.1:${await freePort()}`), options, reaper);
    await started.start();
    return started;
  }

  /** Starts it again, and waits until it is ready. */
  async start(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    // The port of a killed primary process is free when its workers have ended.
    while (!(await this.#tryToStart(deadline))) {
      if (Date.now() > deadline) throw new Error(`${this.#describe()} is not ready: ${this.#output}`);
      await setTimeout(PROBE_INTERVAL_MS);
    }
  }

  /** Sends a signal, and resolves to the exit code; null if the signal ended it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await ended)[0];
  }

  /** Ends it by a signal, and starts it again; rejects if it does not exit with 0 at SIGTERM. */
  async restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const code = await this.end(signal);
    if (signal === 'SIGTERM' && code !== 0) throw new Error(`the exit code after SIGTERM is ${code}`);
    await this.start();
  }

  /** The ids of its worker processes. */
  workers(): number[] {
    return childrenOf(this.#child?.pid, 'serve');
  }

  async #tryToStart(deadline: number): Promise<boolean> {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, this.#options.args(Number(this.url.port)), {
      cwd: ROOT,
      env: { PATH, HOME, ...this.#options.env, PORT: this.url.port },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#reaper.watch(child);
    this.#output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (this.#output = `${this.#output}${chunk}`.slice(-QUOTED_OUTPUT)));
    }
    const probe = new URL(this.#options.probe, this.url);
    while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
      if ((await statusOf(probe)) === 200) return true;
      await setTimeout(PROBE_INTERVAL_MS);
    }
    if (child.exitCode === null) throw new Error(`${this.#describe()} is not ready: ${this.#output}`);
    return false;
  }

  #describe(): string {
    return this.#options.args(Number(this.url.port)).join(' ');
  }
}

/** The ids of the child processes of a process, or of those with this argument. */
export function childrenOf(parent: number | undefined, argument?: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, own, ...args]) => Number(own) === parent && (argument === undefined || args.includes(argument)))
    .map(([pid]) => Number(pid));
}

/** The status of a response over a new connection; undefined if there is none. */
export function statusOf(url: URL): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = get(url, { agent: false, timeout: 5_000 }, (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode));
    });
    probe.on('timeout', () => probe.destroy());
    probe.on('error', () => resolve(undefined));
  });
}
