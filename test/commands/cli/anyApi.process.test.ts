// A project of somebody else, in each way that its schema can be given, as a process in its folder.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildSchema, graphqlSync, introspectionFromSchema } from 'graphql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { GATEWAY, PORTICO, ROOT, freePort } from '../../promises/support/startProgram.ts';
import { stubUpstream } from '../../parts/execute/remote/stubUpstream.ts';

const SDL = 'type Query { hello(name: String): String! }';
const schema = buildSchema(SDL);
const stub = await stubUpstream();
stub.answer = ({ body }) => ({ body: graphqlSync({ schema, source: body.query }) });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-project-'));
});
beforeEach(() => {
  rmSync(folder, { recursive: true });
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules/graphql'), path.join(folder, 'node_modules/graphql'));
  cpSync(path.join(import.meta.dirname, 'support/endpoints'), path.join(folder, 'rest'), { recursive: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stub.close();
});

const IMPORT = "import { buildSchema } from 'graphql';";

async function run(program: readonly string[], args: readonly string[]) {
  const { PATH = '' } = process.env;
  const running = promisify(execFile)(process.execPath, [...program, ...args], {
    cwd: folder,
    env: { PATH, FOLDER: 'rest' },
  });
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

const CHECKED = { code: 0, stdout: 'No errors in 1 endpoint of 1 version\n', stderr: '' };

test.each<[string, Record<string, string>]>([
  ['SDL', { 'schema.graphql': SDL, 'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }' }],
  [
    'an introspection',
    {
      'api.json': JSON.stringify(introspectionFromSchema(schema)),
      'package.json': '{ "type": "commonjs" }',
      'portico.config.js': "module.exports = { schema: 'api.json', endpoints: 'rest' };",
    },
  ],
  [
    'a module in TypeScript',
    {
      'schema.ts': `${IMPORT} import { sdl } from './sdl.ts'; export const schema = buildSchema(sdl);`,
      'sdl.ts': `export const sdl: string = '${SDL}';`,
      'folder.json': '{ "name": "FOLDER" }',
      'env.ts': "export const read = (name: string): string => process.env[name] ?? '';",
      'portico.config.ts': `
        import path from 'node:path';
        import { defineConfig, type PorticoConfig } from 'portico';
        import { read } from './env.ts';
        import folder from './folder.json' with { type: 'json' };
        const config: PorticoConfig = { schema: path.join('.', 'schema.ts'), endpoints: read(folder.name) };
        export default defineConfig(config);`,
    },
  ],
  [
    'an ES module',
    {
      'schema.mjs': `${IMPORT} export default await Promise.resolve(buildSchema('${SDL}'));`,
      'package.json': '{ "type": "module" }',
      'portico.config.js': "export default { schema: 'schema.mjs', endpoints: 'rest' };",
    },
  ],
  [
    'a CommonJS module',
    {
      'schema.cjs': `module.exports = require('graphql').buildSchema('${SDL}');`,
      'portico.config.json': '{ "schema": "schema.cjs", "endpoints": "rest" }',
    },
  ],
  ['an upstream', { 'portico.config.json': JSON.stringify({ upstream: stub.url.href, endpoints: 'rest' }) }],
])('check reads %s from a configuration', async (_, files) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  expect(await run(GATEWAY, ['check'])).toEqual(CHECKED);
});

test('the program of the service reads the API of a project, never its own instead', async () => {
  expect(await run(PORTICO, ['check'])).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^portico: There is no portico\.config\.ts, .*\n$/),
  });
  writeFileSync(path.join(folder, 'schema.graphql'), SDL);
  writeFileSync(path.join(folder, 'portico.config.json'), '{ "schema": "schema.graphql", "endpoints": "rest" }');
  expect(await run(PORTICO, ['check'])).toEqual(CHECKED);
});

test.each<[string, string, readonly string[], number, RegExp]>([
  ['throws', "\nthrow new TypeError('Set TOKEN.');", ['check'], 2, /: Set TOKEN\. \(portico\.config\.ts:2\)$/],
  [
    'has a syntax error',
    'export default {\n  a: ;\n}',
    ['check'],
    2,
    /: Unexpected token \(portico\.config\.ts:2:5\)$/,
  ],
  [
    'names no file',
    "export default { schema: 'nowhere.graphql', endpoints: 'rest' };",
    ['check'],
    2,
    /^portico: portico\.config\.ts: schema: the file nowhere\.graphql cannot be read\. ENOENT/,
  ],
  [
    'has no upstream',
    "export default { schema: 'schema.ts', endpoints: 'rest' };",
    ['serve'],
    2,
    /^portico: portico\.config\.ts has no upstream: pass --upstream URL/,
  ],
  [
    'names an upstream that does not respond',
    `export default { upstream: 'http://127.0.0.1:${await freePort()}/', endpoints: 'rest' };`,
    ['check'],
    1,
    /failed: nothing listens there .*--schema FILE/,
  ],
])('a configuration that %s is one line on standard error', async (_, text, args, code, message) => {
  writeFileSync(path.join(folder, 'portico.config.ts'), text);
  const failed = await run(GATEWAY, args);
  expect(failed).toEqual({ code, stdout: '', stderr: expect.stringMatching(/^portico: .*\n$/) });
  expect(failed.stderr.trimEnd()).toMatch(message);
});
