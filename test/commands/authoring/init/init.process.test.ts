// init and add as a user meets them: the program in a folder, and the files that it leaves.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { GATEWAY } from '../../../promises/support/startProgram.ts';
import { stubUpstream } from '../../../parts/execute/remote/stubUpstream.ts';
import { makeFolder, readFolder } from './support/makeFolder.ts';
import { SDL } from './support/proposal.ts';

const { PATH = '' } = process.env;

const stub = await stubUpstream();
stub.answer = () => ({ body: { data: introspectionFromSchema(buildSchema(SDL)) } });
afterAll(() => stub.close());

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
  const folder = makeFolder();
  const header = ['--upstream-header', 'Authorization: Bearer s3cret'];
  const { code, stdout, stderr } = await portico(folder, 'init', stub.url.href, '--yes', ...header);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stub.received.at(-1)!.headers.authorization).toBe('Bearer s3cret');
  expect(stdout).toContain('UPSTREAM_AUTHORIZATION: the header authorization');
  const files = readFolder(folder);
  expect(files['portico.config.ts']).toContain(`upstream: '${stub.url.href}'`);
  expect(files['portico.config.ts']).toContain('headers: { authorization: process.env.UPSTREAM_AUTHORIZATION }');
  expect(files['schema.graphql']).toContain('type Book {');
  expect(files['README.md']).toContain('UPSTREAM_AUTHORIZATION');
  for (const text of [...Object.values(files), stdout]) expect(text).not.toContain('s3cret');
  expect(await portico(folder, 'check')).toMatchObject({ code: 0 });
});

test('existing files stay as they are, byte for byte, and package.json gets what it lacks', async () => {
  const manifest = '{"name":"shop",\n\t"scripts" : {"dev":"vite"}\n}';
  const existing = {
    'schema.graphql': SDL,
    'README.md': '# Shop\r\n',
    '.graphqlrc.json': '{}',
    '.github/workflows/portico.yml': 'name: Mine\n',
    'rest/conventions.json': '{ "page": { "max": 50 } }',
  };
  const folder = makeFolder({ ...existing, 'package.json': manifest });
  const { code, stdout } = await portico(folder, 'init');
  expect(code).toBe(0);
  const files = readFolder(folder);
  expect(files).toMatchObject(existing);
  expect(JSON.parse(files['package.json']!)).toMatchObject({
    name: 'shop',
    scripts: { dev: 'vite', 'rest:dev': 'portico dev --mock', check: 'portico check' },
  });
  expect(files['rest/README.md']).toContain('npx portico dev');
  expect(files).not.toHaveProperty('graphql.config.yml');
  expect(stdout).toContain(
    'Existing files, not changed:\n  .graphqlrc.json\n  rest/conventions.json\n  .github/workflows/portico.yml\n',
  );
  expect(await portico(folder, 'check')).toMatchObject({ code: 0 });
});

test('documents that exist are not changed', async () => {
  const document = 'query getBook($id: ID!) @endpoint(method: GET, path: "/tomes/{id}") { book(id: $id) { id } }';
  const folder = makeFolder({ 'schema.graphql': SDL, 'rest/v1/getTome.graphql': document });
  const { code, stdout } = await portico(folder, 'init', '--yes');
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('rest already has endpoint documents') });
  const documents = Object.keys(readFolder(folder)).filter((file) => file.startsWith('rest/'));
  expect(documents).toEqual(['rest/v1/getTome.graphql']);
  expect(await portico(folder, 'check')).toMatchObject({ code: 0 });
});

test('a module becomes a project', async () => {
  const module = `import { buildSchema } from 'graphql';\nexport const schema = buildSchema(${JSON.stringify(SDL)});\n`;
  const folder = makeFolder({ 'src/schema.ts': module, 'package.json': '{"type": "module"}' });
  const linked = path.join(folder, 'node_modules');
  symlinkSync(fileURLToPath(new URL('../../../../node_modules', import.meta.url)), linked);
  expect(await portico(folder, 'init', 'src/schema.ts', '--yes')).toMatchObject({ code: 0, stderr: '' });
  rmSync(linked);
  expect(readFolder(folder)['portico.config.ts']).toContain("schema: 'src/schema.ts'");
  expect(readFolder(folder)['rest/schema.graphql']).toContain('type Book {');
});

test.each([
  [[], 2, 'A schema is required: portico init schema.graphql'],
  [['nowhere.graphql'], 2, 'The schema file nowhere.graphql does not exist.'],
  [['api.graphql', '--fields', 'bok'], 2, 'The schema has no root field "bok"; did you mean "book"?'],
  [['api.graphql', '--endpoints', '/tmp'], 2, '--endpoints: The folder of endpoint documents must be below this one'],
  [['http://127.0.0.1:1/graphql'], 1, 'Introspection of http://127.0.0.1:1/graphql failed: '],
])('init %j writes nothing', async (args, code, message) => {
  const files = args[0] === 'api.graphql' ? { 'api.graphql': SDL } : {};
  const folder = makeFolder(files as Record<string, string>);
  const failed = await portico(folder, 'init', '--yes', ...args);
  expect(failed).toEqual({ code, stdout: '', stderr: expect.stringContaining(`portico: ${message}`) });
  expect(readFolder(folder)).toEqual(files);
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
  const before = readFolder(folder);
  expect(await portico(folder, 'check')).toMatchObject({ code: 0, stdout: 'No errors in 3 endpoints of 1 version\n' });
  expect(await portico(folder, 'add', 'createBook')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'portico: Mutation.createBook already has an endpoint: POST /v1/books, in rest/v1/books/createBook.graphql\n',
  });
  expect(await portico(folder, 'add', 'createBok')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did you mean "createBook"?'),
  });
  expect(await portico(folder, 'add', 'book', '--version', '3')).toMatchObject({
    code: 2,
    stderr: 'portico: --version must be 1, or 2 for a new version.\n',
  });
  expect(readFolder(folder)).toEqual(before);
});
