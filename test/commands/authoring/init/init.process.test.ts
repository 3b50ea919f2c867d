// init and add as a user meets them: the program in a folder, and the files that it leaves.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { expect, test } from 'vitest';
import { GATEWAY } from '../../../promises/support/startProgram.ts';
import { serveUpstream } from '../support/serveUpstream.ts';
import { makeFolder, readFolder } from './support/makeFolder.ts';
import { SDL } from './support/proposal.ts';

const { PATH = '' } = process.env;

interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the program without a terminal. */
function portico(cwd: string, ...args: string[]): Promise<Result> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...GATEWAY, ...args], { cwd, env: { PATH } }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

function commit(cwd: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd, stdio: 'ignore' });
  if (!existsSync(path.join(cwd, '.git'))) git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Add the API');
}

test('a schema file becomes a project that check, routes and contracts accept', async () => {
  const folder = makeFolder({ 'schema.graphql': SDL });
  const { code, stdout, stderr } = await portico(folder, 'init', '--yes');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('3 endpoints in rest/v1/');
  expect(stdout).toMatch(
    /Next:\n {2}npm install\n {2}npx portico dev --mock\n {2}curl http:\/\/127\.0\.0\.1:4000\/v1\/authors\n/,
  );
  expect(Object.keys(readFolder(folder))).toEqual([
    '.github/workflows/portico.yml',
    '.gitignore',
    'README.md',
    'graphql.config.yml',
    'package.json',
    'portico.config.ts',
    'rest/api.json',
    'rest/conventions.json',
    'rest/v1/authors/listAuthors.graphql',
    'rest/v1/books/createBook.graphql',
    'rest/v1/books/getBook.graphql',
    'rest/v1/shapes/Author.graphql',
    'rest/v1/shapes/Book.graphql',
    'schema.graphql',
  ]);

  expect(await portico(folder, 'check')).toEqual({
    code: 0,
    stdout: 'No errors in 3 endpoints of 1 version\n',
    stderr: '',
  });
  expect(await portico(folder, 'routes')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/GET +\/books\/\{id\}/),
  });
  commit(folder);
  expect(await portico(folder, 'contracts')).toMatchObject({ code: 0 });
  commit(folder);
  expect(await portico(folder, 'contracts', '--check', '--github')).toMatchObject({ code: 0 });

  const before = readFolder(folder);
  const again = await portico(folder, 'init', '--yes');
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toContain('it has portico.config.ts. To add endpoints, run: portico add');
  expect(readFolder(folder)).toEqual(before);
});

test('a URL becomes a project; the value of a header is in no file', async () => {
  const stub = await serveUpstream(() => ({ data: introspectionFromSchema(buildSchema(SDL)) }));
  const folder = makeFolder();
  const header = ['--upstream-header', 'Authorization: Bearer s3cret'];
  const { code, stdout, stderr } = await portico(folder, 'init', stub.url, '--yes', ...header);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stub.received.at(-1)!.headers.authorization).toBe('Bearer s3cret');
  expect(stdout).toContain('UPSTREAM_AUTHORIZATION: the header authorization');
  const files = readFolder(folder);
  expect(files['portico.config.ts']).toContain(`upstream: '${stub.url}'`);
  expect(files['portico.config.ts']).toContain('headers: { authorization: process.env.UPSTREAM_AUTHORIZATION }');
  expect(files['schema.graphql']).toContain('type Book {');
  expect(files['README.md']).toContain('UPSTREAM_AUTHORIZATION');
  for (const text of [...Object.values(files), stdout]) expect(text).not.toContain('s3cret');
  expect(await portico(folder, 'check')).toMatchObject({ code: 0 });
});

test('--fields chooses, add adds, and check accepts both', async () => {
  const folder = makeFolder({ 'schema.graphql': SDL });
  const { stdout } = await portico(folder, 'init', '--json', '--fields', 'Query');
  expect(JSON.parse(stdout)).toMatchObject({
    endpoints: [{ coordinate: 'Query.book' }, { coordinate: 'Query.authors' }],
  });
  expect(await portico(folder, 'add', 'createBook')).toEqual({
    code: 0,
    stdout: 'Wrote rest/v1/books/createBook.graphql\nPOST /v1/books\n',
    stderr: '',
  });
  expect(await portico(folder, 'check')).toMatchObject({ code: 0, stdout: 'No errors in 3 endpoints of 1 version\n' });
});
