// `portico dev` in this process, over a project in a temporary folder, with its terminal as text.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Server } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';
import { type Files, Folder, runPortico } from '../../../support/runPortico.ts';

/** The options of the command. */
interface DevOptions {
  schema?: string;
  endpoints?: string;
  config?: string;
  upstream?: string;
  mock?: boolean;
}

/** What /docs/events sends. */
export interface DevState {
  revision: string | null;
  documents: string[];
  problems: string[];
  warnings: string[];
  breaking: string[];
}

export interface TestProject {
  folder: string;
  /** The path of a file. */
  at(name: string): string;
  write(name: string, text: string): void;
  remove(): void;
}

export interface TestDev {
  url: string;
  /** All lines of the terminal, without colours. */
  output(): string;
  get(path: string, init?: RequestInit): Promise<{ status: number; json: unknown; headers: Headers }>;
  /** Waits for a response to GET. */
  expectJson(path: string, expected: unknown): Promise<void>;
  /** Waits for a line of the terminal. */
  expectOutput(text: string | RegExp): Promise<void>;
  /** The state of /docs/events. */
  state(): Promise<DevState>;
  close(): Promise<void>;
}

/** Files by name, in a folder of their own. */
export function createTestProject(files: Files): TestProject {
  const folder = new Folder(files);
  // No packages: it may be a folder of endpoint documents.
  folder.remove('node_modules');
  return {
    folder: folder.path,
    at: (name) => folder.at(name),
    write: (name, text) => folder.write({ [name]: text }),
    remove: () => rmSync(folder.path, { recursive: true, force: true }),
  };
}

/** Serves the project in the folder `cwd`, which is the working directory until it is closed. */
export async function startDev(
  { mock = false, ...options }: DevOptions,
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestDev> {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  let text = '';
  const env = { PORT: '0', ...environment };
  const end = recordProcess((chunk) => (text += stripVTControlCharacters(chunk)), cwd, env);
  const { code, stderr } = await runPortico(['dev', ...(mock ? ['--mock'] : []), ...args], cwd, {
    env,
    keepsOutput: true,
  });
  if (code !== 0) {
    await end();
    throw new Error(stderr);
  }
  const url = / is at (\S+), with /.exec(text)![1]!;
  const dev: TestDev = {
    url,
    output: () => text,
    get: async (target, init) => {
      const response = await fetch(url + target, init);
      const body = await response.text();
      return { status: response.status, json: body === '' ? undefined : JSON.parse(body), headers: response.headers };
    },
    expectJson: async (target, expected) => {
      await expect.poll(async () => (await dev.get(target)).json).toEqual(expected);
    },
    expectOutput: async (expected) => {
      await expect.poll(() => text).toMatch(expected);
    },
    state: () => readState(url),
    close: end,
  };
  return dev;
}

/** The first event of /docs/events. */
export async function readState(url: string): Promise<DevState> {
  const abort = new AbortController();
  const response = await fetch(`${url}/docs/events`, { signal: abort.signal });
  const { value } = await response.body!.getReader().read();
  abort.abort();
  return JSON.parse(new TextDecoder().decode(value).replace(/^data: /, '')) as DevState;
}

const EVENTS = ['SIGTERM', 'SIGHUP', 'SIGINT', 'unhandledRejection', 'uncaughtException'];

/** Records what the command does to this process, which it never ends by itself; returns a function that undoes it. */
function recordProcess(
  onOutput: (text: string) => void,
  cwd: string,
  environment: Readonly<Record<string, string>>,
): () => Promise<void> {
  const servers: Server[] = [];
  const controllers: AbortController[] = [];
  const before = { cwd: process.cwd(), write: process.stdout.write, listen: Server.prototype.listen, AbortController };
  const variables = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  const listeners = EVENTS.map((event) => [event, process.listeners(event as 'exit')] as const);
  process.chdir(cwd);
  Object.assign(process.env, environment);
  process.stdout.write = ((chunk: unknown) => {
    onOutput(String(chunk));
    return true;
  }) as typeof process.stdout.write;
  Server.prototype.listen = function listen(this: Server, ...args: Parameters<typeof before.listen>) {
    servers.push(this);
    return before.listen.apply(this, args);
  } as typeof before.listen;
  globalThis.AbortController = class extends before.AbortController {
    constructor() {
      super();
      controllers.push(this);
    }
  };
  return async () => {
    globalThis.AbortController = before.AbortController;
    for (const controller of controllers) controller.abort();
    Server.prototype.listen = before.listen;
    for (const server of servers.filter(({ listening }) => listening)) {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
      await closed;
    }
    process.stdout.write = before.write;
    process.chdir(before.cwd);
    for (const [name, value] of variables) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    for (const [event, known] of listeners) {
      for (const listener of process.listeners(event as 'exit')) {
        if (!known.includes(listener)) process.off(event, listener);
      }
    }
    process.stdout.removeAllListeners('error');
  };
}
