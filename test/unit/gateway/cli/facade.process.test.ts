// The façade as a process: it loads nothing of the domain and no database, so that none of it needs to be installed.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { stubUpstream } from '../execution/remote/stubUpstream.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const FORBID = new URL('./support/forbidDatabase.mjs', import.meta.url).href;
const ENDPOINTS = fileURLToPath(new URL('./support/endpoints', import.meta.url));
const { PATH = '' } = process.env;
const env = { PATH, PORT: '0', LOG_LEVEL: 'silent', DRAIN_SECONDS: '0' };
const command = (...args: string[]) => [
  '--import',
  'tsx',
  '--import',
  FORBID,
  'src/service/cli/main.ts',
  'serve',
  ...args,
];

const stub = await stubUpstream();
const children = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await stub.close();
});

test.each([
  ['by introspection', []],
  ['from a file', ['--schema', `${ENDPOINTS}/../greeting.graphql`]],
])('serves endpoints over a schema that it has %s, without domain and database', async (_, args) => {
  const schema = buildSchema('type Query { hello(name: String): String! }');
  stub.answer = ({ body }) => ({
    body: { data: body.query.includes('__schema') ? introspectionFromSchema(schema) : { text: 'Hello Ada' } },
  });
  const child = spawn(process.execPath, command('--upstream', stub.url.href, '--endpoints', ENDPOINTS, ...args), {
    cwd: ROOT,
    env,
  });
  children.add(child);
  let told = '';
  const ready = new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      told += chunk;
      const url = /is ready at (\S+), in front of/.exec(told)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('close', () => reject(new Error(told)));
  });
  const response = await fetch(`${await ready}/v1/greeting?name=Ada`);
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 200,
    body: { text: 'Hello Ada' },
  });
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});

test('goes on, and ends when it is told to, while its log cannot be written', async () => {
  stub.answer = () => ({ body: { data: { text: 'Hello Ada' } } });
  const args = ['--upstream', stub.url.href, '--endpoints', ENDPOINTS, '--schema', `${ENDPOINTS}/../greeting.graphql`];
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, command(...args), {
    cwd: ROOT,
    env: { ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  children.add(child);
  const [told] = (await once(child.stderr!, 'data')) as [Buffer];
  const url = /is ready at (\S+), in front of/.exec(String(told))?.[1];
  for (let round = 0; round < 3; round++) {
    expect((await fetch(`${url}/v1/greeting?name=Ada`, { signal: AbortSignal.timeout(5_000) })).status).toBe(200);
  }
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});

test('without an upstream, the same process would load them', async () => {
  const { stderr } = await promisify(execFile)(process.execPath, command(), { cwd: ROOT, env }).catch(
    (error: { stderr: string }) => error,
  );
  expect(stderr).toContain('is not for this process');
});

test.each<[string[], string, number]>([
  [['--schema', 'x'], '--schema needs --upstream beside it.', 2],
  [['--endpoints', 'x'], '--endpoints needs --upstream beside it.', 2],
  [['--header', 'a: b'], '--header needs --upstream beside it.', 2],
  [['--forward-header', 'a'], '--forward-header needs --upstream beside it.', 2],
  [['--upstream', 'http://x', '--subgraph', 'users'], '--subgraph and --upstream exclude each other.', 2],
  [['--upstream', 'http://x', '--schema', 'nowhere.graphql'], 'nowhere.graphql', 2],
])('%j is refused in a line', async (args, message, code) => {
  const failed = promisify(execFile)(process.execPath, command(...args), { cwd: ROOT, env });
  await expect(failed).rejects.toMatchObject({
    code,
    stderr: expect.stringMatching(/^portico: .*\n$/),
  });
  await expect(failed).rejects.toMatchObject({ stderr: expect.stringContaining(message) });
});
