// From an empty folder and a schema file to a served API, step by step, with nothing but the tarball and npm.
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PACKAGE_NAME } from './support/installTarball.ts';
import { run } from './support/run.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

const SCHEMA = fileURLToPath(new URL('walk/schema.graphql', import.meta.url));
const QUIETLY = ['--prefer-offline', '--no-audit', '--no-fund'];

let folder: string;
let cache: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-walk-'));
  // The downloads of npm's cache, without the programs that npx installs there.
  cache = await mkdtemp(path.join(tmpdir(), 'portico-cache-'));
  const ours = (await run(folder, 'npm', 'config', 'get', 'cache')).trim();
  await symlink(path.join(ours, '_cacache'), path.join(cache, '_cacache'));
});
afterAll(async () => {
  for (const each of [folder, cache]) await rm(each, { recursive: true, force: true });
});

/** As `npx portico` does it, which takes the package from the registry. */
const npx = (...args: string[]) => {
  const options = ['--yes', '--cache', cache, ...QUIETLY, `--package=${inject('tarball')}`];
  return run(folder, 'npm', 'exec', ...options, '--', 'portico', ...args);
};

/** After `npm install`. */
const portico = (...args: string[]) => run(folder, 'npx', '--no-install', 'portico', ...args);

const git = (...args: string[]) =>
  run(folder, 'git', '-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...args);

describe('in an empty folder', () => {
  test('npx portico lists the commands', async () => {
    const help = await npx('--help');
    for (const command of [
      'init',
      'add',
      'dev',
      'check',
      'routes',
      'openapi',
      'explain',
      'build',
      'contracts',
      'serve',
    ]) {
      expect(help).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
    }
  });

  test('init writes a project', async () => {
    await cp(SCHEMA, path.join(folder, 'schema.graphql'));
    const init = await npx('init', 'schema.graphql', '--yes', '--fields', 'Query');
    expect(init).toContain('2 endpoints in rest/v1/');
    expect(await readdir(folder)).toEqual(
      expect.arrayContaining(['graphql.config.yml', 'package.json', 'portico.config.ts', 'README.md', 'rest']),
    );
  });
});

describe('after npm install', () => {
  beforeAll(async () => {
    const { dependencies } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const [, version] = /-(\d[^-]*)\.tgz$/.exec(inject('tarball'))!;
    expect(dependencies).toEqual({ [PACKAGE_NAME]: `^${version}` });
    await run(folder, 'npm', 'install', ...QUIETLY, '--ignore-scripts', inject('tarball'));
  });

  test('add writes one more endpoint', async () => {
    await portico('add', 'createBook');
    expect(await readFile(path.join(folder, 'rest/v1/books/createBook.graphql'), 'utf8')).toContain('method: POST');
  });

  test('check finds no errors', async () => {
    expect(await portico('check')).toMatch(/^No errors in [1-9]/);
  });

  test('routes lists queries, lists and mutations', async () => {
    const routes = await portico('routes');
    expect(routes).toMatch(/GET +\/books\/\{id\}/);
    expect(routes).toMatch(/GET +\/books /);
    expect(routes).toMatch(/POST +\/books /);
  });

  test('openapi prints a document', async () => {
    const document = JSON.parse(await portico('openapi', '--version', '1')) as { openapi: string; paths: object };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths).sort()).toEqual(['/books', '/books/{id}']);
  });

  test('explain shows the operation of a request', async () => {
    expect(await portico('explain', 'GET', '/v1/books/7')).toMatch(/book\(id: \$id\)/);
  });

  test('build writes a plan', async () => {
    await portico('build', '--out', 'plan.json');
    expect(JSON.parse(await readFile(path.join(folder, 'plan.json'), 'utf8'))).toMatchObject({
      format: expect.any(Number),
    });
    await rm(path.join(folder, 'plan.json'));
  });

  test('editors find the schema and the directives', async () => {
    const config = await readFile(path.join(folder, 'graphql.config.yml'), 'utf8');
    const files = [...config.matchAll(/^ +- "?([^\s"]+)"?$/gm)].map(([, file]) => file!);
    expect(files).toHaveLength(2);
    const sdl = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
    expect(sdl.join('\n')).toMatch(/type Book [^]*directive @endpoint\(/);
  });
});

describe('contracts', () => {
  test('are written, and committed', async () => {
    await writeFile(path.join(folder, '.gitignore'), 'node_modules\n');
    await git('init', '--quiet');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Begin');
    await portico('contracts');
    expect(await readdir(path.join(folder, 'contracts'))).toContain('openapi.v1.json');
    await expect(portico('contracts', '--check')).rejects.toThrow('committed');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Publish');
    await portico('contracts', '--check');
  });

  test('refuse a breaking change', async () => {
    const restore = await edit((text) => text.replace(/^\s*title\n/m, ''));
    await expect(portico('contracts', '--check')).rejects.toThrow(/title/);
    await restore();
    await portico('contracts', '--check');
  });
});

describe('dev --mock', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(folder, ['dev', '--mock']);
  });
  afterAll(() => server?.stop());

  const read = async (target: string) => (await fetch(server.url + target)).json() as Promise<Record<string, unknown>>;

  test('serves objects, lists and mutations', async () => {
    expect(await read('/v1/books/7')).toMatchObject({ id: '7', title: expect.any(String) });
    expect(await read('/v1/books')).toMatchObject({ data: expect.any(Array) });
    const created = await fetch(`${server.url}/v1/books`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Emma', authorId: '1' }),
    });
    expect(created.status).toBe(201);
  });

  test('serves the API reference with all that it loads', async () => {
    const page = await (await fetch(`${server.url}/docs`)).text();
    const loaded = [...page.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, target]) => target!);
    expect(loaded.some((target) => target.includes('swagger-ui'))).toBe(true);
    const statuses = await Promise.all(loaded.map(async (target) => (await fetch(server.url + target)).status));
    expect(statuses).toEqual(loaded.map(() => 200));
  });

  test('serves a changed document, and keeps the last good one', async () => {
    const restore = await edit((text) => text.replace(/^(\s*)title\n/m, '$1title\n$1name: title\n'));
    await expect.poll(() => read('/v1/books/7')).toHaveProperty('name');
    await restore();
    await expect.poll(() => read('/v1/books/7')).not.toHaveProperty('name');
    const repair = await edit((text) => text.replace(/^(\s*)title\n/m, '$1titel\n'));
    await expect.poll(server.output).toContain('titel');
    expect(await read('/v1/books/7')).toHaveProperty('title');
    await repair();
  });
});

/** Edits the shape of books; returns a function that undoes it. */
async function edit(change: (text: string) => string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'rest/v1/shapes/Book.graphql');
  const text = await readFile(file, 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  await writeFile(file, changed);
  return () => writeFile(file, text);
}
