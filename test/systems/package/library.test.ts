// The tarball in a new project that mounts Portico on a schema of its own.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGE_NAME } from './support/installTarball.ts';
import { createProject } from './support/createProject.ts';
import { run } from './support/run.ts';
import { type Program, startProgram } from './support/startProgram.ts';
import { startServer } from './support/startServer.ts';

let folder: string;
let bare: string;
const programs: Program[] = [];

async function start(where: string, file: string): Promise<Program> {
  const program = await startProgram(where, file);
  programs.push(program);
  return program;
}

async function send(url: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text, headers: response.headers };
}

beforeAll(async () => {
  folder = await createProject();
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  for (const each of [folder, bare]) if (each) await rm(each, { recursive: true, force: true });
});

describe('the tarball', () => {
  test('has types that hold under strict, those of the library included', async () => {
    await run(folder, process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.', '--noEmit');
  });

  test('has types for bundlers too', async () => {
    await run(folder, process.execPath, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.bundler.json');
  });

  test('shares one graphql with the project', async () => {
    const all = await readdir(path.join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
    const copies = all.filter((name) => /(?:^|node_modules\/)graphql\/package\.json$/.test(name));
    expect(copies).toEqual(['graphql/package.json']);
  });

  test('has commands that read the configuration of the project, and a schema in TypeScript', async () => {
    expect(await run(folder, 'npx', '--no-install', 'portico', 'check')).toMatch(/\b\d+ endpoints/);
    expect(await run(folder, 'npx', '--no-install', 'portico', 'routes')).toContain('rest/v2/getBook.graphql');
  });

  test('has a development server that serves resolvers with context and authenticate of the configuration', async () => {
    const server = await startServer(folder, ['dev']);
    try {
      const { status, body } = await send(`${server.url}/v1/reader`, undefined, { authorization: 'ada' });
      expect([status, body]).toEqual([200, 'ada']);
      expect((await send(`${server.url}/v1/reader`)).status).toBe(401);
    } finally {
      await server.stop();
    }
  });
});

describe('on bare node:http', () => {
  let ready: Program['ready'];
  beforeAll(async () => {
    ({ ready } = await start(folder, 'built/onNode.js'));
  });

  const emma = { id: '1', title: 'Emma', author: 'Austen' };

  test('serves queries and mutations', async () => {
    expect(await send(`${ready.url}/v1/books`)).toMatchObject({ status: 200, body: [emma] });
    expect(await send(`${ready.url}/v2/books/1`)).toMatchObject({ status: 200, body: { id: '1', name: 'Emma' } });
    expect(await send(`${ready.url}/v1/reader`)).toMatchObject({ status: 200, body: 'anybody' });
    const created = await send(`${ready.url}/v1/books`, { title: 'Middlemarch', author: 'Eliot' });
    expect(created).toMatchObject({ status: 201, body: { id: '2', title: 'Middlemarch', author: 'Eliot' } });
    expect(created.headers.get('location')).toBe('/v1/books/2');
  });

  test('lists its endpoints, and describes an API that requires no credentials', () => {
    expect(ready['listed']).toContain('GET /v2/books/{id}');
    expect(ready['openApi']).toMatchObject({ openapi: '3.1.0', paths: { '/books': { get: { security: [] } } } });
    expect(JSON.stringify(ready['openApi'])).not.toMatch(/bearer|"401"/);
  });
});

describe('in an express app', () => {
  let api: string;
  let url: string;
  const authorization = 'Bearer jane';
  beforeAll(async () => {
    ({ url } = (await start(folder, 'built/onExpress.js')).ready);
    api = `${url}/library/api`;
  });

  test('serves below its mount path, and leaves other paths to express', async () => {
    expect(await send(`${api}/v2/books/1`, undefined, { authorization })).toMatchObject({
      status: 200,
      body: { name: 'Emma' },
    });
    expect(await send(`${url}/library/hello`)).toMatchObject({ status: 200, body: 'hello' });
  });

  test('gives the context what express knows of the request, and the caller', async () => {
    const { body } = await send(`${api}/v1/reader`, undefined, { authorization });
    expect(body).toBe('Jane at 127.0.0.1');
  });

  test('reports a mount path that is not the basePath to express', async () => {
    const { status, body } = await send(`${url}/elsewhere/v1/books`);
    expect({ status, body }).toEqual({ status: 500, body: expect.stringMatching(/basePath: (?:"|&quot;)\/elsewhere/) });
  });
});

test('loads no database, no web server and no Apollo: it runs with a few small packages beside it', async () => {
  bare = await mkdtemp(path.join(tmpdir(), 'portico-bare-'));
  const names = [
    PACKAGE_NAME,
    'graphql',
    'zod',
    'fastest-levenshtein',
    'lossless-json',
    'lru-cache',
    'negotiator',
    'proxy-addr',
    'forwarded',
    'ipaddr.js',
  ];
  for (const name of names) {
    await cp(path.join(folder, 'node_modules', name), path.join(bare, 'node_modules', name), { recursive: true });
  }
  // Of this one there may be two versions; it is the one that negotiator loads.
  const contentType = createRequire(path.join(folder, 'node_modules/negotiator/index.js')).resolve('content-type');
  const [root] = /^.*node_modules.content-type/.exec(contentType)!;
  await cp(root, path.join(bare, 'node_modules/content-type'), { recursive: true });
  await cp(path.join(folder, 'built'), path.join(bare, 'built'), { recursive: true });
  await cp(path.join(folder, 'package.json'), path.join(bare, 'package.json'));
  const { ready } = await start(bare, 'built/onNode.js');
  expect(await send(`${ready.url}/v1/books/1`)).toMatchObject({ status: 200 });
});
