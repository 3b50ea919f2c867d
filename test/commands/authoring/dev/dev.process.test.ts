// `portico dev` as a process: its terminal, Ctrl-C, and the contracts of a repository.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, renameSync, unlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GATEWAY, ROOT } from '../../../promises/support/startProgram.ts';
import { type TestProject, createTestProject, readState } from './support/startDev.ts';

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
  const child = spawn(process.execPath, [...GATEWAY, command, '--config', project.at('portico.config.json'), ...args], {
    cwd: ROOT,
    env: { PATH, PORT: '0', ...env },
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk));
  return { child, output: () => text };
}

test('serves mock data, reloads, and ends at once with Ctrl-C, even while a page is open', async () => {
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

test('follows the published contracts: corrections, and the folder itself', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', project.folder, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args]);
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'Begin');
  await once(run('contracts').child, 'exit');
  git('add', '.');
  git('commit', '-q', '-m', 'Publish');
  project.write('rest/v1/getBook.graphql', DOCUMENT.replace('title', 'name: title'));

  const { output } = run('dev', ['--mock']);
  await expect.poll(output).toContain('Try: ');
  const [, url = ''] = /Portico is at ([^,]+),/.exec(output()) ?? [];
  const expectBreaks = async (expected: unknown[]): Promise<void> => {
    await expect.poll(() => readState(url)).toMatchObject({ problems: [], breaking: expected });
  };
  const broken = [expect.stringContaining('title')];
  await expectBreaks(broken);
  expect(output().match(/^Breaking: .*title.* was removed/gm)).toHaveLength(1);

  const [, change = ''] = /^Breaking: (.*)$/m.exec(output()) ?? [];
  const files = readdirSync(project.at('contracts')).map((each) => `contracts/${each}`);
  const corrections = [{ date: '9999-12-31', files, change, reason: 'Published in error.' }];
  project.write('contracts/corrections.json', JSON.stringify(corrections));
  await expectBreaks([]);
  await expect.poll(output).toContain('no breaking changes any more');
  project.write('contracts/corrections.json', '{');
  await expectBreaks([expect.stringContaining('corrections.json is not valid')]);
  unlinkSync(project.at('contracts/corrections.json'));
  await expectBreaks(broken);

  renameSync(project.at('contracts'), project.at('away'));
  await expectBreaks([]);
  project.write('rest/v1/getBook.graphql', DOCUMENT.replace('title', 'other: title'));
  await expect.poll(output).toContain('reloaded in');
  expect(await readState(url)).toMatchObject({ breaking: [] });
  renameSync(project.at('away'), project.at('contracts'));
  await expectBreaks(broken);
}, 60_000);

test.each([
  {
    failure: 'a rejection',
    call: 'setImmediate(() => void refresh());',
    definition: 'async function refresh(): Promise<void>',
  },
  {
    failure: 'an error in a timer',
    call: 'setTimeout(refresh, 0);',
    definition: 'function refresh(): void',
  },
])('reports $failure that the code of a schema does not handle, and keeps serving', async ({ call, definition }) => {
  const graphql = createRequire(import.meta.url).resolve('graphql');
  project.write(
    'schema.ts',
    `import { buildSchema } from '${graphql}';
export const schema = buildSchema('type Query { book: Book } type Book { id: ID! title: String }');
schema.getQueryType()!.getFields()['book']!.resolve = () => {
  ${call}
  return { id: '1', title: 'Emma' };
};
${definition} {
  throw new Error('The shelf is gone.');
}
`,
  );
  project.write('portico.config.json', '{ "schema": "schema.ts", "endpoints": "rest" }');
  const { child, output } = run('dev');
  await expect.poll(output).toMatch(/Try: curl (\S+)\n/);
  const [, url = ''] = /Try: curl (\S+)\n/.exec(output()) ?? [];
  for (const count of [1, 2]) {
    expect(await (await fetch(url)).json()).toEqual({ id: '1', title: 'Emma' });
    await expect
      .poll(() => output().match(/^Nothing catches this error: Error: The shelf is gone\.$/gm))
      .toHaveLength(count);
  }
  expect(output()).toMatch(/^ {4}at .*refresh .*schema\.ts:8:\d+\)\n/m);
  expect(output()).not.toContain('Node.js v');
  expect(child.exitCode).toBeNull();
});

test('refuses a schema file without data, and offers ways to have some', async () => {
  const { child, output } = run('dev');
  expect(await once(child, 'exit')).toEqual([2, null]);
  expect(output()).toMatch(/schema\.graphql has no data\. Pass --mock .* --upstream URL/);
});
