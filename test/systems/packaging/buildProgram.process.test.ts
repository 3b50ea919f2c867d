// What `npm start` builds of a small project with the tools of this one: once, and again only where it must.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildProgram } from '../../../src/packaging/buildProgram.ts';
import { ROOT } from '../../promises/support/startProgram.ts';

const GENERATE = 'Generating the Prisma client';
const COMPILE = 'Compiling the sources';
const BUNDLE = 'Bundling what serves';
const ALL = [GENERATE, COMPILE, BUNDLE];

const MODEL = 'model Book {\n  id Int @id\n}\n';
/** In the place of Prisma, which takes longer than all the rest. */
const PRISMA = `const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const folder = 'src/service/database/client';
mkdirSync(folder, { recursive: true });
const schema = readFileSync('prisma/schema.prisma', 'utf8');
if (process.argv[2] === 'generate') writeFileSync(folder + '/client.ts', 'export const schema = ' + JSON.stringify(schema));
`;
const FILES = {
  'package.json': '{ "type": "module" }',
  'prisma.config.ts': 'export default {};',
  'prisma/schema.prisma': MODEL,
  'node_modules/prisma/build/index.js': PRISMA,
  'src/gateway/greet.ts': 'export const greet = (name: string): string => `Hello ${name}`;',
  'src/gateway/unused.ts': 'export {};',
  'src/service/cli/main.ts': "import { greet } from '../../gateway/greet.ts';\nconsole.log(greet('Ada'));",
  'src/service/graphql/graphiql/page.js': "'use strict';\nvar page = 1;\n",
  'src/packaging/bundleProgram.ts': 'export {};',
};

const root = mkdtempSync(path.join(tmpdir(), 'portico-build-'));
const at = (file: string) => path.join(root, file);
const write = (file: string, content: string) => writeFileSync(at(file), content);
beforeAll(() => {
  for (const [file, content] of Object.entries(FILES)) {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    write(file, content);
  }
  for (const file of ['tsconfig.json', 'tsconfig.build.json']) copyFileSync(path.join(ROOT, file), at(file));
  for (const name of readdirSync(path.join(ROOT, 'node_modules'))) {
    if (!name.startsWith('.') && name !== 'prisma')
      symlinkSync(path.join(ROOT, 'node_modules', name), at(`node_modules/${name}`));
  }
  write('node_modules/.package-lock.json', '{}');
});
beforeEach(() => build());
afterAll(() => rmSync(root, { recursive: true, force: true }));

let written = '';
/** Builds, and returns whether it had to. */
function build(): Promise<boolean> {
  written = '';
  return buildProgram(root, (each) => (written += each));
}

/**
 * Builds in a process of its own, which writes the steps as they begin, and at the end whether it had to build. As soon as it is in
 * `lastStep`, it is killed with the processes that it has started.
 */
function startBuild(lastStep = '') {
  const url = new URL('../../../src/packaging/buildProgram.ts', import.meta.url);
  const script = `import { buildProgram } from '${url}';
    const [, root, lastStep] = process.argv;
    const hasBuilt = await buildProgram(root, (text) => {
      process.stdout.write(text);
      if (lastStep && text.includes(lastStep)) setImmediate(() => process.kill(-process.pid, 'SIGKILL'));
    });
    process.stdout.write('\\n' + hasBuilt);`;
  const command = ['--import', 'tsx', '--input-type=module', '-e', script, root, lastStep];
  return spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
}

/** Begins to build in a process that is killed in a step. */
async function killIn(step: string): Promise<void> {
  const child = startBuild(step);
  child.stdout.resume();
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  expect(readFileSync(at('dist/build.lock'), 'utf8')).toBe(String(child.pid));
}

/** What the modules and the bundle print. */
async function outputs(): Promise<string[]> {
  const run = (file: string) =>
    text(spawn(process.execPath, [at(file)], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout);
  return [await run('dist/service/cli/main.js'), await run('dist/bundle/main.js')];
}

test('a script for browsers is copied as it is, not compiled', () => {
  const script = 'service/graphql/graphiql/page.js';
  expect(readFileSync(at(`dist/${script}`), 'utf8')).toBe(readFileSync(at(`src/${script}`), 'utf8'));
});

test('a first build runs and shows every step, and the next one none', async () => {
  rmSync(at('dist'), { recursive: true });
  rmSync(at('src/service/database'), { recursive: true });
  expect(await build()).toBe(true);
  expect(written).toMatch(new RegExp(`^${ALL.map((title) => `${title} … \\d+\\.\\d s\\n`).join('')}$`));
  expect(await outputs()).toEqual(['Hello Ada\n', 'Hello Ada\n']);
  expect(await build()).toBe(false);
  expect(written).toBe('');
});

test('files that only have other times are no change', async () => {
  const client = 'src/service/database/client/client.ts';
  for (const file of [...Object.keys(FILES), client]) utimesSync(at(file), new Date(), new Date());
  expect(await build()).toBe(false);
});

test.each([
  ['a source', 'src/gateway/greet.ts', FILES['src/gateway/greet.ts'].replace('Hello', 'Bye')],
  ['the bundler', 'src/packaging/bundleProgram.ts', 'export const changed = true;'],
  ['the schema of Prisma', 'prisma/schema.prisma', MODEL.replace('Int', 'BigInt')],
  ['an installed package', 'node_modules/.package-lock.json', '{ "packages": {} }'],
])('a change of %s is built', async (_, file, content) => {
  const before = readFileSync(at(file), 'utf8');
  write(file, content);
  expect(await build()).toBe(true);
  expect((await outputs())[0]).toBe((await outputs())[1]);
  write(file, before);
  expect(await build()).toBe(true);
  expect(await outputs()).toEqual(['Hello Ada\n', 'Hello Ada\n']);
});

test('nothing remains of a source that was deleted', async () => {
  expect(readdirSync(at('dist/gateway'))).toContain('unused.js');
  rmSync(at('src/gateway/unused.ts'));
  expect(await build()).toBe(true);
  expect(readdirSync(at('dist/gateway')).filter((file) => file.startsWith('unused'))).toEqual([]);
});

test.each(['dist', 'src/service/database/client'])('%s that was deleted is built again', async (name) => {
  rmSync(at(name), { recursive: true });
  expect(await build()).toBe(true);
  expect(await outputs()).toEqual(['Hello Ada\n', 'Hello Ada\n']);
});

test.each([COMPILE, BUNDLE])(
  'a build that was killed in "%s" is no build, whatever the sources are afterwards',
  async (step) => {
    const before = FILES['src/gateway/greet.ts'];
    write('src/gateway/greet.ts', before.replace('Hello', 'Bye'));
    await killIn(step);
    expect(await build()).toBe(true);
    expect(await outputs()).toEqual(['Bye Ada\n', 'Bye Ada\n']);

    write('src/gateway/greet.ts', before);
    await killIn(step);
    write('src/gateway/greet.ts', before.replace('Hello', 'Bye'));
    await build();
    expect(await outputs()).toEqual(['Bye Ada\n', 'Bye Ada\n']);
    write('src/gateway/greet.ts', before);
    expect(await build()).toBe(true);
  },
);

test('a build that fails says why, and is no build', async () => {
  const before = FILES['src/gateway/greet.ts'];
  write('src/gateway/greet.ts', 'export const greet = ;');
  await expect(build()).rejects.toThrow(
    /^tsc -p tsconfig\.build\.json failed\.\nsrc\/gateway\/greet\.ts.1,22.*error TS1109/,
  );
  await expect(build()).rejects.toThrow('greet.ts');
  write('src/gateway/greet.ts', before);
  expect(await build()).toBe(true);
});

test('of builds at the same time one runs, and the others have what it built', async () => {
  rmSync(at('dist'), { recursive: true });
  const all = await Promise.all([1, 2, 3].map(() => text(startBuild().stdout)));
  expect(all.map((output) => output.split('\n').at(-1)).sort()).toEqual(['false', 'false', 'true']);
  expect(await outputs()).toEqual(['Hello Ada\n', 'Hello Ada\n']);
});

test('a lock with the id of this process is that of one that was killed, in a container that starts again', async () => {
  rmSync(at('dist/build.sha256'));
  write('dist/build.lock', String(process.pid));
  expect(await build()).toBe(true);
});

test('a build waits for another one, and says so', async () => {
  rmSync(at('dist/build.sha256'));
  // The first process of a system runs as long as it.
  write('dist/build.lock', '1');
  const building = build();
  await expect.poll(() => written).toBe(`Another process is building (${at('dist/build.lock')}); waiting for it.\n`);
  rmSync(at('dist/build.lock'));
  expect(await building).toBe(true);
});
