// The bundle of the built program: what a start loads of it, and that it serves everything.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleProgram } from '../../../src/packaging/bundleProgram.ts';
import { sendRequest } from '../../promises/support/sendRequest.ts';
import { type Program, ROOT, freePort, startProgram } from '../../promises/support/startProgram.ts';

const OUT = path.join(ROOT, 'node_modules/.cache/portico-bundle-test');
const folder = mkdtempSync(path.join(tmpdir(), 'portico-bundle-'));
let contents: Metafile;
let program: Program;
let healthPort: number;
beforeAll(async () => {
  contents = await bundleProgram(path.join(ROOT, 'dist/service/cli/main.js'), OUT);
  healthPort = await freePort();
  program = await startProgram({ DATA_DIR: folder, SEED: 'demo', HEALTH_PORT: String(healthPort) });
}, 120_000);
afterAll(async () => {
  await program?.end('SIGKILL');
  rmSync(folder, { recursive: true });
  rmSync(OUT, { recursive: true, force: true });
});

test('a start loads less than 4 MB, and no package that only some requests need', () => {
  const { inputs, packages, bytes } = loadedBy(
    'cli/serve',
    'cli/selectMode',
    'modes/startMonolith',
    'composeService',
    'embedded/openEmbedded',
  );
  expect([...packages]).toEqual(expect.arrayContaining(['graphql', 'graphql-jit', 'pg', 'zod']));
  for (const name of ['@apollo/server', '@graphql-yoga/render-graphiql', '@clack/prompts', 'express']) {
    expect(packages).not.toContain(name);
  }
  expect(inputs.filter((input) => input.includes('swaggerUi'))).toEqual([]);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(bytes).toBeLessThan(4_000_000);
});

test('a façade that starts from a plan loads nothing that compiles, describes or verifies tokens, and less than 2 MB', () => {
  const { inputs, packages, bytes } = loadedBy(
    'cli/main',
    'config/readServiceSettings',
    'cli/serve',
    'cli/selectMode',
    'gateway/serve/startFacade',
  );
  const folders = new Set(inputs.map((input) => /dist\/(gateway\/\w+|\w+)\//.exec(input)?.[1]));
  expect([...folders]).toEqual(expect.arrayContaining(['gateway/handle', 'gateway/serve', 'cli', 'service']));
  for (const unused of ['gateway/compile', 'authoring']) {
    expect(folders).not.toContain(unused);
  }
  expect(inputs.filter((input) => input.includes('gateway/describe/'))).toEqual([
    expect.stringMatching(/openapi\/documentPaths\.js$/),
  ]);
  expect([...packages]).toEqual(expect.arrayContaining(['graphql', 'commander', 'zod']));
  for (const name of ['graphql-jit', 'ajv', 'jose', 'pg', 'marked', '@apollo/server', 'express']) {
    expect(packages).not.toContain(name);
  }
  expect(bytes).toBeLessThan(2_000_000);
});

test.each([
  ['/v1/products?limit=1', 'application/json', '"id"'],
  ['/v1/openapi.json', 'application/json', '"openapi": ?"3.1.0"'],
  ['/docs', 'text/html', '<html'],
  ['/graphiql', 'text/html', 'graphiql'],
])('GET %s as %s', async (target, accept, expected) => {
  const { status, body } = await program.client.get(target, { headers: { accept } });
  expect({ status, body }).toEqual({ status: 200, body: expect.stringMatching(expected) });
});

test('an operation at /graphql, whose modules are loaded by the first ones together', async () => {
  const query = '{ products(first: 1) { nodes { id } } }';
  const replies = await Promise.all([1, 2, 3].map(() => program.client.post('/graphql', { query })));
  for (const { status, json } of replies)
    expect({ status, json }).toEqual({ status: 200, json: { data: expect.anything() } });
});

test('a call of a tool, whose packages are loaded by the first one', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getProduct', arguments: { id: 1 } } };
  const headers = {
    authorization: `Bearer ${await program.client.token('products:read')}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  // Messages are in no OpenAPI document.
  const { status, body } = await sendRequest(program.client.url, '/mcp', 'POST', headers, JSON.stringify(message));
  expect([status, body]).toEqual([200, expect.stringContaining('"structuredContent":{"id":1')]);
});

test.each(['live', 'ready'])('HEALTH_PORT, whose thread has a module of its own: %s', async (name) => {
  await expect.poll(program.output).toContain('Health probes are at ');
  const response = await fetch(`http://127.0.0.1:${healthPort}/health/${name}`);
  expect([response.status, await response.text()]).toEqual([200, '{"status":"ok"}']);
});

test('a stack names the functions of the source', () => {
  const names = Object.values(contents.outputs).flatMap(({ exports }) => exports);
  expect(names).toEqual(expect.arrayContaining(['startMonolith', 'composeService', 'runServer']));
});

/** What a process loads of the bundle that imports these modules, each at its first use. */
function loadedBy(...modules: readonly string[]) {
  const files = new Set<string>();
  for (const module of modules) {
    const found = Object.entries(contents.outputs).filter(([, { entryPoint }]) =>
      entryPoint?.endsWith(`/${module}.js`),
    );
    expect({ module, found: found.length }).toEqual({ module, found: 1 });
    addFile(found[0]![0], files);
  }
  const inputs = [...files].flatMap((file) => Object.keys(contents.outputs[file]!.inputs));
  const packages = new Set(inputs.flatMap((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []));
  const bytes = [...files].reduce((sum, file) => sum + contents.outputs[file]!.bytes, 0);
  return { inputs, packages, bytes };
}

/** Adds a file and those that it imports when it is loaded. */
function addFile(file: string, files: Set<string>): void {
  if (files.has(file)) return;
  files.add(file);
  for (const { path: imported, kind, external } of contents.outputs[file]!.imports) {
    if (kind === 'import-statement' && !external) addFile(imported, files);
  }
}
