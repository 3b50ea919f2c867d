// The bundle of the built program: what a start loads of it. That it serves everything: test/promises, which starts it.
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleProgram } from '../../../src/packaging/bundleProgram.ts';
import { ROOT } from '../../promises/support/startProgram.ts';

const OUT = path.join(ROOT, 'node_modules/.cache/portico-bundle-test');
let contents: Metafile;
beforeAll(async () => {
  contents = await bundleProgram(path.join(ROOT, 'dist/service/cli/main.js'), OUT);
}, 120_000);
afterAll(() => rmSync(OUT, { recursive: true, force: true }));

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
