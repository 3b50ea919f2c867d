// Limits of callers in the built program, whose modules are other files than those that unit tests import.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { ALL_SCOPES, signToken } from '../support/signToken.ts';
import { type Program, startProgram } from '../support/startProgram.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-limits-'));
const upstream = await stubUpstream();
afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string>, ...args: string[]): Promise<Program> {
  const program = await startProgram(env, ...args);
  onTestFinished(async () => void (await program.end('SIGKILL')));
  return program;
}

/** Sends a request with a token; of the headers those that a limit sets. */
async function send({ client }: Program, target: string) {
  const authorization = `Bearer ${await signToken({ sub: 'ada', scope: ALL_SCOPES })}`;
  const response = await fetch(new URL(target, client.url), { headers: { authorization } });
  const names = ['ratelimit-policy', 'ratelimit', 'retry-after', 'content-type'];
  return {
    status: response.status,
    headers: Object.fromEntries(names.map((name) => [name, response.headers.get(name)])),
    body: (await response.json()) as unknown,
  };
}

const JSON_TYPE = expect.stringMatching(/^application\/json\b/);
/** The test is over long before this much of the window is. */
const SECONDS = '86(?:400|3\\d\\d)';
const headersOf = (policy: string, requests: number, remaining: number, refused = false) => ({
  'ratelimit-policy': `"${policy}";q=${requests};w=86400`,
  ratelimit: expect.stringMatching(new RegExp(`^"${policy}";r=${remaining};t=${SECONDS}$`)),
  'retry-after': refused ? expect.stringMatching(new RegExp(`^${SECONDS}$`)) : null,
  'content-type': JSON_TYPE,
});
const refused = (policy: string, requests: number) => ({
  status: 429,
  headers: headersOf(policy, requests, 0, true),
  body: {
    error: expect.stringMatching(
      new RegExp(`^Too many requests: the limit is ${requests} in 86400 seconds; try again in ${SECONDS} seconds\\.$`),
    ),
  },
});

test('RATE_LIMIT lets the requests of a caller with a token pass, and refuses those above the limit', async () => {
  const DATA_DIR = path.join(folder, 'data');
  await fillDataFolder(DATA_DIR, 'demo');
  const program = await start({ DATA_DIR, SEED: 'demo', RATE_LIMIT: '2/86400' });
  for (const remaining of [1, 0]) {
    expect(await send(program, '/v1/products/1')).toEqual({
      status: 200,
      headers: headersOf('default', 2, remaining),
      body: { id: 1, name: 'Beech Cutting Board' },
    });
  }
  expect(await send(program, '/v1/products/1')).toEqual(refused('default', 2));
  expect(await program.end('SIGTERM')).toBe(0);
});

test('rateLimit in conventions.json limits an endpoint of a façade', async () => {
  const endpoints = path.join(folder, 'rest');
  const schema = path.join(folder, 'schema.graphql');
  mkdirSync(path.join(endpoints, 'v1'), { recursive: true });
  writeFileSync(schema, 'type Query { hello: String! }');
  writeFileSync(path.join(endpoints, 'conventions.json'), JSON.stringify({ rateLimit: { hello: '1/86400' } }));
  writeFileSync(
    path.join(endpoints, 'v1/hello.graphql'),
    'query hello @endpoint(method: GET, path: "/hello") { hello }',
  );
  upstream.answer = () => ({ body: { data: { hello: 'Hello Ada' } } });

  const args = ['--upstream', upstream.url.href, '--schema', schema, '--endpoints', endpoints];
  const program = await start({}, ...args);
  expect(await send(program, '/v1/hello')).toEqual({
    status: 200,
    headers: headersOf('hello', 1, 0),
    body: 'Hello Ada',
  });
  expect(await send(program, '/v1/hello')).toEqual(refused('hello', 1));
  expect(await program.end('SIGTERM')).toBe(0);
});
