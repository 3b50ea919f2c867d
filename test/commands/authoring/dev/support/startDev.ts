// A development server over a project in a temporary folder, with its terminal as text.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { DevState } from '../../../../../src/authoring/dev/createReporter.ts';
import { startDevServer } from '../../../../../src/authoring/dev/startDevServer.ts';
import type { Environment } from '../../../../../src/gateway/base/settings/environment.ts';
import { readSettings } from '../../../../../src/gateway/base/settings/readSettings.ts';
import { type ApiOptions, resolveProject } from '../../../../../src/project/resolveProject.ts';

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
export function createTestProject(files: Readonly<Record<string, string>>): TestProject {
  // The system's folder may be a link.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'portico-dev-')));
  const project: TestProject = {
    folder,
    at: (name) => path.join(folder, name),
    write: (name, text) => {
      mkdirSync(path.dirname(project.at(name)), { recursive: true });
      writeFileSync(project.at(name), text);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  for (const [name, text] of Object.entries(files)) project.write(name, text);
  return project;
}

/** Serves the project; `options` are those of the command, with absolute paths. */
export async function startDev(
  options: ApiOptions & { mock?: boolean },
  cwd: string,
  environment: Environment = {},
): Promise<TestDev> {
  const { mock = false, ...api } = options;
  const project = await resolveProject(api, undefined, cwd);
  let text = '';
  const print = (line: string) => void (text += `${line}\n`);
  const settings = readSettings({ PORT: '0', ...environment });
  const server = await startDevServer(settings, project, { mock, print });
  const dev: TestDev = {
    url: server.url,
    output: () => text,
    get: async (target, init) => {
      const response = await fetch(server.url + target, init);
      const body = await response.text();
      return { status: response.status, json: body === '' ? undefined : JSON.parse(body), headers: response.headers };
    },
    expectJson: async (target, expected) => {
      await expect.poll(async () => (await dev.get(target)).json).toEqual(expected);
    },
    expectOutput: async (expected) => {
      await expect.poll(() => text).toMatch(expected);
    },
    state: async () => {
      const abort = new AbortController();
      const response = await fetch(`${server.url}/docs/events`, { signal: abort.signal });
      const { value } = await response.body!.getReader().read();
      abort.abort();
      return JSON.parse(new TextDecoder().decode(value).replace(/^data: /, '')) as DevState;
    },
    close: server.close,
  };
  return dev;
}
