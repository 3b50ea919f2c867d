// The gateway as a process, in its own program and in that of the service. A façade loads neither domain nor database, so that
// they need not be installed.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { GATEWAY, PORTICO, ROOT, environmentOf, freePort } from '../../promises/support/startProgram.ts';
import { stubUpstream } from '../../parts/execute/remote/stubUpstream.ts';

const FORBID = new URL('./support/forbidDatabase.mjs', import.meta.url).href;
const ENDPOINTS = fileURLToPath(new URL('./support/endpoints', import.meta.url));
const SCHEMA = fileURLToPath(new URL('./support/greeting.graphql', import.meta.url));
const env = environmentOf({ PORT: '0', LOG_LEVEL: 'silent', DRAIN_SECONDS: '0' });
const command = (program: readonly string[], ...args: string[]) => ['--import', FORBID, ...program, ...args];

const stub = await stubUpstream();
const children = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await stub.close();
});

test.each([
  ['gateway', GATEWAY, 'by introspection', [], {}],
  ['gateway', GATEWAY, 'from a file', ['--schema', SCHEMA], {}],
  [
    'gateway',
    GATEWAY,
    'from a file, in workers',
    ['--schema', SCHEMA],
    { WORKERS: '2', PORT: String(await freePort()) },
  ],
  ['service', PORTICO, 'by introspection', [], {}],
  ['service', PORTICO, 'from a file', ['--schema', SCHEMA], {}],
])(
  'the program of the %s serves endpoints over a schema that it reads $2',
  async (_, program, _source, args, settings) => {
    const schema = buildSchema('type Query { hello(name: String): String! }');
    stub.answer = ({ body }) => ({
      body: { data: body.query.includes('__schema') ? introspectionFromSchema(schema) : { text: 'Hello Ada' } },
    });
    const upstream = ['--upstream', stub.url.href, '--endpoints', ENDPOINTS, ...args];
    const child = spawn(process.execPath, command(program, 'serve', ...upstream), {
      cwd: ROOT,
      env: { ...env, ...settings },
    });
    children.add(child);
    let output = '';
    const ready = new Promise<string>((resolve, reject) => {
      child.stderr.on('data', (chunk: Buffer) => {
        output += chunk;
        const url = /is ready at (\S+), in front of/.exec(output)?.[1];
        if (url !== undefined) resolve(url);
      });
      child.once('close', () => reject(new Error(output)));
    });
    const response = await fetch(`${await ready}/v1/greeting?name=Ada`);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: { text: 'Hello Ada' },
    });
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  },
);

test('serves, and stops at a signal, while its log cannot be written', async () => {
  stub.answer = () => ({ body: { data: { text: 'Hello Ada' } } });
  const args = ['--upstream', stub.url.href, '--endpoints', ENDPOINTS, '--schema', SCHEMA];
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, command(GATEWAY, 'serve', ...args), {
    cwd: ROOT,
    env: { ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  children.add(child);
  const [greeting] = (await once(child.stderr!, 'data')) as [Buffer];
  const url = /is ready at (\S+), in front of/.exec(String(greeting))?.[1];
  for (let round = 0; round < 3; round++) {
    expect((await fetch(`${url}/v1/greeting?name=Ada`, { signal: AbortSignal.timeout(5_000) })).status).toBe(200);
  }
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});

test('a program that serves without an upstream loads them', async () => {
  const { stderr } = await promisify(execFile)(process.execPath, command(PORTICO, 'serve'), { cwd: ROOT, env }).catch(
    (error: { stderr: string }) => error,
  );
  expect(stderr).toContain('is forbidden in this process');
});

const API = ['--schema', SCHEMA, '--endpoints', ENDPOINTS];

test.each([
  [['check', ...API], 'No errors in 1 endpoint of 1 version'],
  [['routes', ...API], 'VERSION  METHOD  PATH'],
  [['openapi', ...API], '"openapi": "3.1.0"'],
  [['explain', 'GET', '/v1/greeting', ...API], 'GET /v1/greeting'],
  [['--help'], 'contracts'],
])('%j prints to standard output', async (args, output) => {
  const { stdout } = await promisify(execFile)(process.execPath, command(GATEWAY, ...args), { cwd: ROOT, env });
  expect(stdout).toContain(output);
});

test.each([
  [['check'], 'There is no portico.config.ts, .js or .json in this folder. Run "portico init"'],
  [['routes', '--endpoints', ENDPOINTS], '--schema FILE or --upstream URL is required: '],
  [['openapi', '--schema', SCHEMA], '--endpoints is required: '],
  [['contracts'], 'There is no portico.config.ts'],
  [['serve'], '--upstream is required: '],
  [['serve', '--upstream', 'http://x'], '--endpoints or --plan is required: '],
  [['serve', '--upstream', 'http://x', '--endpoints', ENDPOINTS, '--schema', 'nowhere.graphql'], 'nowhere.graphql'],
])('%j is a usage error, in one line', async (args, message) => {
  const failed = promisify(execFile)(process.execPath, command(GATEWAY, ...args), { cwd: ROOT, env });
  const { code, stderr } = await failed.then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^portico: .*\n$/) });
  expect(stderr).toContain(message);
});
