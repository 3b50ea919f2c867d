// The gateway as a process, in its own program and in that of the service. A façade loads neither domain nor database, so that
// they need not be installed.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { GATEWAY, PORTICO, ROOT, environmentOf, freePort } from '../../promises/support/startProgram.ts';
import { killServersAfterwards, servePortico } from '../support/servePortico.ts';
import { playFixtures } from './replay/support/playFixtures.ts';

const FORBID = new URL('./support/forbidDatabase.mjs', import.meta.url).href;
const ENDPOINTS = fileURLToPath(new URL('./support/endpoints', import.meta.url));
const SCHEMA = fileURLToPath(new URL('./support/greeting.graphql', import.meta.url));
const SERVICE_SCHEMA = fileURLToPath(new URL('../../../contracts/schema.graphql', import.meta.url));
const env = environmentOf({ PORT: '0', LOG_LEVEL: 'silent', DRAIN_SECONDS: '0' });
const command = (program: readonly string[], ...args: string[]) => ['--import', FORBID, ...program, ...args];

killServersAfterwards();
const schema = introspectionFromSchema(buildSchema('type Query { hello(name: String): String! }'));
const upstream = await playFixtures({
  'POST /graphql': (body) => ({ body: { data: body.includes('__schema') ? schema : { text: 'Hello Ada' } } }),
});
afterAll(() => upstream.close());
const UPSTREAM = ['--upstream', `${upstream.origin}/graphql`];

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
    const given = [...UPSTREAM, '--endpoints', ENDPOINTS, ...args];
    const server = await servePortico(ROOT, given, { env: settings, program: command(program) });
    const response = await fetch(`${server.url}/v1/greeting?name=Ada`);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: { text: 'Hello Ada' },
    });
    const { info } = (await (await fetch(`${server.url}/v1/openapi.json`)).json()) as { info: object };
    expect(info).not.toHaveProperty('contact');
    expect(await server.stop()).toBe(0);
  },
);

test('the program of the service serves its own documents with their publisher in front of an upstream', async () => {
  const server = await servePortico(ROOT, [...UPSTREAM, '--schema', SERVICE_SCHEMA], { program: command(PORTICO) });
  const document = await (await fetch(`${server.url}/v1/openapi.json`)).json();
  expect(document).toMatchObject({ info: { contact: expect.any(Object) as object } });
  expect(await server.stop()).toBe(0);
});

test.each([
  ['serve', 'PORT', ...UPSTREAM],
  ['serve', 'HEALTH_PORT', ...UPSTREAM],
  ['serve', 'METRICS_PORT', ...UPSTREAM],
  ['dev', 'PORT', '--mock'],
])('%s reports a %s that is in use, and ends with 1', async (name, setting, ...own) => {
  const { port } = new URL(upstream.origin);
  const args = command(GATEWAY, name, ...own, '--endpoints', ENDPOINTS, '--schema', SCHEMA);
  const options = { cwd: ROOT, env: { ...env, PORT: '0', [setting]: port } };
  await expect(promisify(execFile)(process.execPath, args, options)).rejects.toMatchObject({
    code: 1,
    stderr: `portico: Port ${port} of 127.0.0.1 is in use. Stop the process that uses it, or set ${setting} to another port (0 takes any free one).\n`,
  });
});

test('serves, and stops at a signal, while its log cannot be written', async () => {
  const args = [...UPSTREAM, '--endpoints', ENDPOINTS, '--schema', SCHEMA];
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, command(GATEWAY, 'serve', ...args), {
    cwd: ROOT,
    env: { ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
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
  [['openapi', ...API], '"openapi": "3.1.0"'],
  [['explain', 'GET', '/v1/greeting', ...API], 'GET /v1/greeting'],
  [['--help'], 'contracts'],
])('%j prints to standard output', async (args, output) => {
  const { stdout } = await promisify(execFile)(process.execPath, command(GATEWAY, ...args), { cwd: ROOT, env });
  expect(stdout).toContain(output);
});

test('a reader that closes the output is no error', async () => {
  const script = `"$0" "$@" | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const args = ['-c', script, process.execPath, ...command(GATEWAY, 'openapi', ...API)];
  expect(await promisify(execFile)('bash', args, { cwd: ROOT, env })).toEqual({ stdout: '{\n0\n', stderr: '' });
});
