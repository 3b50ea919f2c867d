// `portico dev` as a process: its terminal, Ctrl-C, and the contracts of a repository.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../../../spec/support/startProgram.ts';
import { type TestProject, createTestProject } from './support/startDev.ts';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const PROGRAM = ['--import', 'tsx', 'src/gateway/cli/main.ts'];
const { PATH = '' } = process.env;
const DOCUMENT = 'query getBook @endpoint(method: GET, path: "/book") { book { id title } }\n';

interface Running {
  child: ChildProcess;
  output(): string;
}

let project: TestProject;
let children: ChildProcess[];
beforeEach(() => {
  children = [];
  project = createTestProject({
    'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }',
    'schema.graphql': 'type Query { book: Book } type Book { id: ID! title: String }',
    'rest/v1/getBook.graphql': DOCUMENT,
  });
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  project.remove();
});

function run(command: string, args: readonly string[] = [], env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [...PROGRAM, command, '--config', project.at('portico.config.json'), ...args], {
    cwd: ROOT,
    env: { PATH, PORT: '0', ...env },
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk));
  return { child, output: () => text };
}

test('serves mocked data, reloads, and ends at once with Ctrl-C, even while a page is open', async () => {
  const { child, output } = run('dev', ['--mock']);
  await expect.poll(output).toMatch(/Try: curl (\S+)\n/);
  const [, url = ''] = /Try: curl (\S+)\n/.exec(output()) ?? [];
  expect(await (await fetch(url)).json()).toEqual({ id: expect.any(String), title: expect.any(String) });
  project.write('rest/v1/getBook.graphql', DOCUMENT.replace('/book', '/novel'));
  await expect.poll(output).toContain('+ GET /v1/novel, - GET /v1/book');
  // Neither JSON nor colours: this is no terminal.
  expect(output()).not.toMatch(/^\{/m);
  expect(output()).not.toContain('\u001B');

  const events = await fetch(`${new URL(url).origin}/docs/events`);
  const exited = once(child, 'exit');
  const pressedAt = performance.now();
  child.kill('SIGINT');
  expect(await exited).toEqual([0, null]);
  expect(performance.now() - pressedAt).toBeLessThan(5_000);
  await expect(events.text()).rejects.toThrow();
});

test('shows breaking changes of the published contracts, until they are reverted', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', project.folder, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args]);
  const contracts = run('contracts');
  await once(contracts.child, 'exit');
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'Publish');

  const { output } = run('dev', ['--mock']);
  await expect.poll(output).toContain('Try: ');
  project.write('rest/v1/getBook.graphql', DOCUMENT.replace('title', 'name: title'));
  await expect.poll(output).toContain('reloaded in');
  await expect.poll(output).toMatch(/^Breaking: .*title.* was removed/m);
  expect(output().match(/^Breaking: /gm)).toHaveLength(1);
  const [, url = ''] = /Portico is at ([^,]+),/.exec(output()) ?? [];
  expect(await firstEvent(url)).toMatchObject({ problems: [], breaking: [expect.stringContaining('title')] });
  project.write('rest/v1/getBook.graphql', DOCUMENT);
  await expect.poll(output).toContain('no breaking changes any more');
  expect(await firstEvent(url)).toMatchObject({ breaking: [] });
}, 60_000);

test('refuses a port that is in use as serve does', async () => {
  const port = String(await freePort());
  const first = run('dev', ['--mock'], { PORT: port });
  await expect.poll(first.output).toContain('Try: ');
  const second = run('dev', ['--mock'], { PORT: port });
  expect(await once(second.child, 'exit')).toEqual([1, null]);
  expect(second.output()).toContain(`Port ${port} of 127.0.0.1 is in use.`);
});

test('refuses a schema without data as a usage error', async () => {
  const { child, output } = run('dev');
  expect(await once(child, 'exit')).toEqual([2, null]);
  expect(output()).toContain('Pass --mock');
});

async function firstEvent(url: string): Promise<unknown> {
  const abort = new AbortController();
  const response = await fetch(`${url}/docs/events`, { signal: abort.signal });
  const { value } = await response.body!.getReader().read();
  abort.abort();
  return JSON.parse(new TextDecoder().decode(value).replace(/^data: /, ''));
}
