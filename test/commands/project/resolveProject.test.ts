import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UsageError } from '../../../src/project/UsageError.ts';
import { type ApiOptions, resolveProject } from '../../../src/project/resolveProject.ts';

const SDL = 'type Query { hello: String }';
const GRAPHQL = createRequire(import.meta.url).resolve('graphql');
const MODULE = `import { buildSchema } from '${GRAPHQL}'; export const schema = buildSchema('type Query { fromModule: Int }');`;
const upstream = 'http://127.0.0.1:4100/graphql';
let folder: string;
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const resolve = (options: ApiOptions, defaults?: Parameters<typeof resolveProject>[1]) =>
  resolveProject(options, defaults, folder);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-project-'));
  mkdirSync(path.join(folder, 'rest'));
  write('schema.graphql', SDL);
  write('schema.ts', MODULE);
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['portico.config.json', '{ "schema": "schema.graphql", "endpoints": "rest" }'],
  // PowerShell writes a byte order mark.
  ['portico.config.json', '\uFEFF{ "schema": "schema.graphql", "endpoints": "rest" }'],
  ['portico.config.js', 'export default { schema: "schema.graphql", endpoints: "rest" };'],
  ['portico.config.js', 'module.exports = { schema: "schema.graphql", endpoints: "rest" };'],
  [
    'portico.config.ts',
    `import { defineConfig, type PorticoConfig } from 'portico';
     const endpoints: string = 'rest';
     export default defineConfig({ schema: 'schema.graphql', endpoints } satisfies PorticoConfig);`,
  ],
])('reads %s', async (name, text) => {
  write(name, text);
  const project = await resolve({});
  expect(project).toMatchObject({
    endpoints: path.join(folder, 'rest'),
    root: folder,
    schemaFile: path.join(folder, 'schema.graphql'),
  });
  expect((await project.loadSchema()).getQueryType()!.getFields()).toHaveProperty('hello');
});

test('finds paths from the folder of the configuration', async () => {
  mkdirSync(path.join(folder, 'api'));
  write('api/my.config.json', '{ "schema": "../schema.graphql", "endpoints": "../rest" }');
  expect(await resolve({ config: 'api/my.config.json' })).toMatchObject({
    endpoints: path.join(folder, 'rest'),
    root: path.join(folder, 'api'),
  });
});

test('imports a schema from a module, anew each time', async () => {
  const project = await resolve({ schema: path.join(folder, 'schema.ts'), endpoints: path.join(folder, 'rest') });
  expect((await project.loadSchema()).getQueryType()!.getFields()).toHaveProperty('fromModule');
  write('schema.ts', MODULE.replace('fromModule', 'changed'));
  expect((await project.loadSchema()).getQueryType()!.getFields()).toHaveProperty('changed');
});

test.each([
  ['nothing', 'export const other = 1;'],
  ['no schema', 'export const schema = "type Query { a: Int }";'],
])('refuses a module that exports %s', async (_, text) => {
  write('schema.ts', text);
  const project = await resolve({ schema: path.join(folder, 'schema.ts'), endpoints: path.join(folder, 'rest') });
  await expect(project.loadSchema()).rejects.toThrow('must export a GraphQLSchema as schema, or by default.');
});

test('reads the headers of an upstream; those without a value are not sent', async () => {
  write(
    'portico.config.js',
    `export default { upstream: '${upstream}', headers: { 'X-Key': 'secret', 'X-Other': undefined }, endpoints: 'rest' };`,
  );
  expect((await resolve({ upstreamHeader: ['A: b'] })).upstream).toEqual({
    url: new URL(upstream),
    headers: { 'x-key': 'secret', a: 'b' },
    forwarded: [],
  });
});

test('--upstream is another API, without the schema and the headers of the configuration; --schema is for the same one', async () => {
  write('portico.config.json', `{ "upstream": "${upstream}", "headers": { "X-Key": "secret" }, "endpoints": "rest" }`);
  const schema = path.join(folder, 'schema.graphql');
  expect(await resolve({ schema })).toMatchObject({ schemaFile: schema, upstream: { headers: { 'x-key': 'secret' } } });
  write('portico.config.json', `{ "schema": "schema.graphql", "headers": { "X-Key": "secret" }, "endpoints": "rest" }`);
  const other = await resolve({ upstream: 'http://127.0.0.1:1/other' });
  expect(other.upstream).toMatchObject({ headers: {} });
  expect(other.schemaFile).toBeUndefined();
});

const defaults = { endpoints: '/default/rest', root: '/default', loadSchema: async () => buildSchema(SDL) };

test('is the API of the program in its own folder, and below', async () => {
  expect(await resolve({}, { ...defaults, root: folder })).toMatchObject({ root: folder });
  expect(await resolve({}, { ...defaults, root: path.dirname(folder) })).toMatchObject({ root: path.dirname(folder) });
});

test.each<[string, ApiOptions]>([
  ['with its own folder', { endpoints: '/default/rest' }],
  ['with its own folder, as another path', { endpoints: '/default/../default/rest/' }],
])('is the API of the program %s', async (_, options) => {
  expect(await resolve(options, defaults)).toBe(defaults);
});

test('is not the API of the program where there is a configuration', async () => {
  write('portico.config.json', '{ "schema": "schema.graphql", "endpoints": "rest" }');
  expect(await resolve({}, defaults)).toMatchObject({ root: folder });
});

test.each<[ApiOptions, typeof defaults | undefined, RegExp]>([
  [{}, undefined, /^There is no portico.config.ts, .js or .json in this folder. Run "portico init"/],
  [{}, defaults, /^There is no portico.config.ts, .js or .json in this folder. Run "portico init"/],
  [{ endpoints: 'rest', schema: 'schema.graphql', upstreamHeader: ['a: b'] }, defaults, /^--upstream-header requires/],
  [{ schema: 'schema.graphql' }, undefined, /^--endpoints is required/],
  [{ schema: 'schema.graphql' }, defaults, /^--endpoints is required/],
  [{ upstream }, defaults, /^--endpoints is required/],
  [{ endpoints: 'rest' }, undefined, /^--schema FILE or --upstream URL is required/],
  [{ endpoints: 'rest' }, defaults, /^--schema FILE or --upstream URL is required/],
  [{ schema: '/nowhere', endpoints: '/' }, defaults, /^--schema: the file \/nowhere cannot be read/],
  [{ config: 'schema.graphql' }, defaults, /^--config must be a file in TypeScript, JavaScript or JSON\.$/],
  [{ config: '.' }, defaults, /^--config must be a file in TypeScript, JavaScript or JSON\.$/],
  [{ config: 'nowhere.json' }, defaults, /^--config: the file nowhere.json does not exist/],
])('refuses %j as a usage error (%#)', async (options, given, message) => {
  const resolving = resolve(options, given);
  await expect(resolving).rejects.toBeInstanceOf(UsageError);
  await expect(resolving).rejects.toThrow(message);
});

test.each([
  [
    'portico.config.json',
    '{\n  // A comment.\n}',
    /^portico.config.json:2:3: Syntax Error: Invalid comment token. Write JSON: .*no comments, and no comma at an end\.$/,
  ],
  [
    'portico.config.json',
    '{ "schema": 1, "endpoint": "rest" }',
    /^portico.config.json: "endpoint" is not a known key; did you mean "endpoints"\?$/m,
  ],
  ['portico.config.ts', 'export default {', /^portico.config.ts cannot be loaded: /],
  ['portico.config.ts', 'export const config = {};', /^portico.config.ts: must export an object by default: /],
  ['portico.config.ts', 'await 1; export const config = {};', /^portico.config.ts: must export an object by default: /],
])('refuses %s with %s', async (name, text, message) => {
  write(name, text);
  await expect(resolve({})).rejects.toBeInstanceOf(UsageError);
  await expect(resolve({})).rejects.toThrow(message);
});

test('refuses two configurations', async () => {
  write('portico.config.json', '{}');
  write('portico.config.ts', '');
  await expect(resolve({})).rejects.toThrow('There are portico.config.ts and portico.config.json; remove all but one.');
});
