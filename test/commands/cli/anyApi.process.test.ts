// A project of somebody else, in each way that its schema can be given, as a process in its folder.
import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { GATEWAY, PORTICO } from '../../promises/support/startProgram.ts';
import { type Files, Folder } from '../support/runPortico.ts';

const SDL = 'type Query { hello(name: String): String! }';
const IMPORT = "import { buildSchema } from 'graphql';";

function open(files: Files = {}): Folder {
  const folder = new Folder(files);
  cpSync(path.join(import.meta.dirname, 'support/endpoints'), folder.at('rest'), { recursive: true });
  return folder;
}

async function check(program: readonly string[], cwd: string) {
  const { PATH = '' } = process.env;
  const running = promisify(execFile)(process.execPath, [...program, 'check'], { cwd, env: { PATH, FOLDER: 'rest' } });
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

const CHECKED = { code: 0, stdout: 'No errors in 1 endpoint of 1 version\n', stderr: '' };

test.each<[string, Record<string, string>]>([
  [
    'SDL',
    {
      'schema.graphql': SDL,
      'package.json': '{ "type": "commonjs" }',
      'portico.config.js': "module.exports = { schema: 'schema.graphql', endpoints: 'rest' };",
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
])('check reads %s from a configuration', async (_, files) => {
  expect(await check(GATEWAY, open(files).path)).toEqual(CHECKED);
});

test('the program of the service reads the API of a project, never its own instead', async () => {
  const folder = open();
  expect(await check(PORTICO, folder.path)).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^portico: There is no portico\.config\.ts, .*\n$/) as string,
  });
  folder.write({
    'schema.graphql': SDL,
    'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }',
  });
  expect(await check(PORTICO, folder.path)).toEqual(CHECKED);
});
