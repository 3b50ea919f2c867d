// `portico contracts` as a process in the repository of somebody else, compared with the server that runs there.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GATEWAY } from '../../promises/support/startProgram.ts';
import { Repository } from '../../parts/contracts/support/repository.ts';

const { PATH = '' } = process.env;
const env = { PATH, PORT: '0', LOG_LEVEL: 'silent', DRAIN_SECONDS: '0' };
const getBook = (shape: string) =>
  `query getBook($id: ID!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { ${shape} } }`;

let repository: Repository;
let server: ChildProcess | undefined;
beforeEach(() => {
  repository = new Repository();
  repository.write({
    'books/portico.config.ts':
      "import { defineConfig } from 'portico';\nexport default defineConfig({ schema: 'schema.graphql', endpoints: 'rest' });\n",
    'books/schema.graphql': 'type Query { book(id: ID!): Book } type Book { id: ID! title: String! }',
    'books/rest/v1/getBook.graphql': getBook('id title'),
  });
});
afterEach(async () => {
  if (server && server.exitCode === null && server.signalCode === null) {
    const ended = once(server, 'close');
    server.kill('SIGKILL');
    await ended;
  }
  repository.remove();
});

/** Runs `portico` in the project. */
async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const cwd = path.join(repository.root, 'books');
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...GATEWAY, ...args], {
      cwd,
      env,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

/** Serves a copy of the project as it is now; returns its URL. */
async function serve(): Promise<string> {
  const copy = path.join(repository.root, 'released');
  cpSync(path.join(repository.root, 'books'), copy, { recursive: true });
  const api = ['--upstream', 'http://127.0.0.1:9/graphql', '--schema', 'schema.graphql', '--endpoints', 'rest'];
  server = spawn(process.execPath, [...GATEWAY, 'serve', ...api], { cwd: copy, env });
  let output = '';
  return new Promise((resolve, reject) => {
    server!.stderr!.on('data', (chunk: Buffer) => {
      output += String(chunk);
      const url = /is ready at (\S+),/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    server!.once('close', () => reject(new Error(output)));
  });
}

test('contracts are written, committed, checked, and compared with a running server', async () => {
  expect(await run('contracts')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Wrote contracts/changes.md.'),
  });
  repository.commit({});
  expect(await run('contracts', '--check')).toEqual({
    code: 0,
    stdout: 'The contracts are current, committed and compatible with every published version.\n',
    stderr: '',
  });
  const url = await serve();
  expect(await run('contracts', '--check', '--against', url)).toMatchObject({
    code: 0,
    stdout: `The contracts are current and compatible with ${url}.\n`,
  });

  repository.write({ 'books/rest/v1/getBook.graphql': getBook('id') });
  const { code, stdout } = await run('contracts', '--against', url, '--github');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^::error file=books\/rest\/v1\/getBook\.graphql,line=1,title=Breaking change::.*`Book\.title`.*%0A.* at http/m,
  );
  const { breaks } = JSON.parse((await run('contracts', '--against', url, '--json')).stdout);
  expect(breaks).toMatchObject([{ since: { against: url } }, { since: { against: url } }]);
});

test('invalid arguments end it with 2, and what cannot be read with 1', async () => {
  expect(await run('contracts', '--against', './nothing')).toMatchObject({
    code: 2,
    stderr: 'portico: --against: the folder ./nothing does not exist.\n',
  });
  expect((await run('contracts', '--json', '--github')).code).toBe(2);
  expect((await run('contracts', '--against', './rest')).code).toBe(1);
});

test('check annotates invalid documents for GitHub', async () => {
  repository.write({ 'books/rest/v1/getBook.graphql': getBook('id isbn') });
  const { code, stdout } = await run('check', '--github');
  expect(code).toBe(1);
  expect(stdout).toContain('rest/v1/getBook.graphql:1:');
  expect(stdout).toMatch(
    /^::error file=books\/rest\/v1\/getBook\.graphql,line=1,col=\d+,title=Endpoint document::Cannot query field "isbn"/m,
  );
});
