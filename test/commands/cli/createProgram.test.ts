import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { afterEach, expect, test, vi } from 'vitest';
import { createProgram } from '../../../src/cli/createProgram.ts';

const schema = fileURLToPath(new URL('./support/greeting.graphql', import.meta.url));
const endpoints = fileURLToPath(new URL('./support/endpoints', import.meta.url));
const about = { version: '1.2.3', description: 'An API.' };
const defaults = {
  loadSchema: async () => buildSchema('type Query { hello(name: String): String! }'),
  endpoints,
  publisher: { contact: { name: 'Ada' }, license: { name: 'MIT' } },
  root: '/',
};
const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
afterEach(() => {
  write.mockClear();
  process.exitCode = undefined;
});

/** Runs the program with these arguments; returns its standard output. */
async function run(program: ReturnType<typeof createProgram>, ...args: string[]): Promise<string> {
  await program.parseAsync(args, { from: 'user' });
  return write.mock.calls.map(([text]) => String(text)).join('');
}
const API = ['--schema', schema, '--endpoints', endpoints];

test.each<[string[], string | RegExp]>([
  [['check'], 'No errors in 1 endpoint of 1 version\n'],
  [['check', '--json'], /^\{\n {2}"ok": true,/],
  [['routes'], /^VERSION .*\nv1 +GET +\/greeting /],
  [['routes', '--json'], /^\[\n {2}\{\n {4}"version": 1,/],
  [['openapi', '--version', '1'], /^\{\n {2}"openapi": "3\.1\.0",/],
  [['explain', 'get', '/v1/greeting?name=Ada'], /^GET \/v1\/greeting\?name=Ada\n/],
])('%j reads the default API, or that of the options', async (args, output) => {
  const text = await run(createProgram({ ...about, defaults }), ...args);
  expect(text).toEqual(typeof output === 'string' ? output : expect.stringMatching(output));
  write.mockClear();
  expect(await run(createProgram(about), ...args, ...API)).toEqual(
    typeof output === 'string' ? output : expect.stringMatching(output),
  );
});

test('--accept selects the version of an explained request', async () => {
  const types = 'application/vnd.portico.v1+json';
  const text = await run(createProgram({ ...about, defaults }), 'explain', 'GET', '/greeting', '--accept', types);
  expect(text).toContain('/greeting');
  expect(process.exitCode).toBeUndefined();
});

test('documents writes a manifest in the format of its option', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-program-'));
  const file = path.join(folder, 'a.json');
  const args = ['documents', '--out', file, '--format', 'apollo', '--json'];
  const json = JSON.parse(await run(createProgram({ ...about, defaults }), ...args)) as { files: string[] };
  expect(json.files).toEqual([file]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 'apollo-persisted-query-manifest' });
  rmSync(folder, { recursive: true });
});

test('a report of a failure sets exit code 1', async () => {
  await run(createProgram({ ...about, defaults }), 'explain', 'GET', '/nothing');
  expect(process.exitCode).toBe(1);
});

test.each(['check', 'routes', 'openapi', 'contracts'])('%s requires an API without a default', async (command) => {
  await expect(run(createProgram(about), command)).rejects.toThrow('There is no portico.config.ts');
});

test('contracts reads the default API', async () => {
  await expect(run(createProgram({ ...about, defaults }), 'contracts')).rejects.toThrow(
    'The folder /contracts does not exist',
  );
});

test('the help of a command has examples and the options that name an API', () => {
  let help = '';
  const check = createProgram(about).commands.find((command) => command.name() === 'check')!;
  check.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 200 }).outputHelp();
  expect(help).toContain('\nExamples:\n  portico check\n');
  expect(help).toContain('the schema: SDL, a supergraph');
});

const NAMED = ['--schema', '--upstream', '--upstream-header', '--endpoints', '--config'];

test.each([
  ['dev', [...NAMED, '--mock']],
  ['init', ['--yes', '--fields', '--endpoints', '--upstream', '--upstream-header', '--json']],
  ['add', [...NAMED, '--version', '--json']],
  ['replay', ['--requests', '--against', '--to', '--ignore', '--header', '--writes', '--json']],
])('%s has its options', (name, options) => {
  const command = createProgram(about).commands.find((candidate) => candidate.name() === name)!;
  expect(command.options.map(({ long }) => long)).toEqual(options);
});

test.each([
  [['--version'], 0],
  [['check', '--nonsense'], 2],
  [['nonsense'], 2],
  [['explain', 'GET'], 2],
])('%j exits with %i', async (args, code) => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const exit = vi.spyOn(process, 'exit').mockImplementation((given) => {
    throw new Error(`exit ${given}`);
  });
  await expect(run(createProgram(about), ...args)).rejects.toThrow(`exit ${code}`);
  exit.mockRestore();
  stderr.mockRestore();
});

test('the options of createPortico in a configuration are in all that commands print of the API', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-program-'));
  const config = path.join(folder, 'portico.config.ts');
  writeFileSync(
    config,
    `export default {
      schema: ${JSON.stringify(schema)}, endpoints: ${JSON.stringify(endpoints)}, apiName: 'shop', basePath: '/api',
      context: () => ({}), authenticate: () => null,
    };`,
  );
  try {
    const read = async (...args: string[]): Promise<string> => {
      write.mockClear();
      return run(createProgram(about), ...args, '--config', config);
    };
    expect(await read('check')).toContain('No errors');
    const document = JSON.parse(await read('openapi')) as { servers: unknown; paths: Record<string, unknown> };
    expect(JSON.stringify(document)).toContain('application/vnd.shop.v1+json');
    expect(JSON.stringify(document.servers)).toContain('/api');
    const accept = ['--accept', 'application/vnd.shop.v1+json'];
    expect(await read('explain', 'GET', '/api/greeting', ...accept)).toContain('/greeting');
    expect(process.exitCode).toBeUndefined();
    // createPortico takes the plan beside the same options.
    await read('build', '--out', path.join(folder, 'plan.json'));
    expect(JSON.parse(readFileSync(path.join(folder, 'plan.json'), 'utf8'))).not.toHaveProperty('api');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
