// The tarball on the platforms that people run, with one plan and one suite. Needs `npm ci --prefix test/systems/hosts`.
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { afterAll, beforeAll, describe } from 'vitest';
import { installTarball } from '../package/support/installTarball.ts';
import { run } from '../package/support/run.ts';
import { type Program, startProgram } from '../package/support/startProgram.ts';
import { expectResponses } from './expectResponses.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await installTarball('graphql@16');
  for (const name of ['miniflare', '@hono']) {
    await symlink(path.join(HERE, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  await cp(path.join(HERE, 'programs'), folder, { recursive: true });
  await cp(path.join(HERE, 'rest'), path.join(folder, 'rest'), { recursive: true });
  const { code } = await transform(await readFile(path.join(HERE, 'notes.ts'), 'utf8'), { loader: 'ts' });
  await writeFile(path.join(folder, 'notes.js'), `${code}\nexport const { schema } = createOptions();\n`);
  const args = ['--schema', 'notes.js', '--endpoints', 'rest', '--out', 'plan.json'];
  await run(folder, 'npx', '--no-install', 'portico', 'build', ...args);
  await build({
    entryPoints: [path.join(folder, 'worker.js')],
    outfile: path.join(folder, 'worker.bundle.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A release of Node from npm. */
async function nodeOf(version: string): Promise<string> {
  const executable = `node-${process.platform}-${process.arch}@${version}`;
  const args = ['--yes', '--prefer-offline', '-p', executable, 'node', '-p', 'process.execPath'];
  return (await run(folder, 'npx', ...args)).trim();
}

const binary = (name: string) => path.join(HERE, 'node_modules/.bin', name);

describe.each<[string, string, () => string[] | Promise<string[]>]>([
  ['the handler on Node 22', 'onHandler.js', async () => [await nodeOf('22')]],
  ['the handler on Node 24', 'onHandler.js', async () => [await nodeOf('24')]],
  ['the fetch function on Node 22', 'onFetch.js', async () => [await nodeOf('22')]],
  ['the fetch function on Node 24', 'onFetch.js', async () => [await nodeOf('24')]],
  ['Bun', 'onBun.js', () => [binary('bun')]],
  ['Deno', 'onDeno.js', () => [binary('deno'), 'run', '--allow-net', '--allow-env', '--allow-sys']],
  ['workerd', 'onWorkerd.js', () => [process.execPath]],
])('%s', (name, file, command) => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram(folder, file, ...(await command()));
  });
  afterAll(() => program?.stop());
  expectResponses(name, () => ({ origin: program.ready.url, send: fetch }));
});
