// A limit of an endpoint in the built program. RATE_LIMIT: promises/settings/rateLimit.test.ts.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { ALL_SCOPES, signToken } from '../support/signToken.ts';
import { type Program, startProgram } from '../support/startProgram.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-limits-'));
const upstream = await stubUpstream();
afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

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
const headersOf = (refused: boolean) => ({
  'ratelimit-policy': '"hello";q=1;w=86400',
  ratelimit: expect.stringMatching(new RegExp(`^"hello";r=0;t=${SECONDS}$`)),
  'retry-after': refused ? expect.stringMatching(new RegExp(`^${SECONDS}$`)) : null,
  'content-type': JSON_TYPE,
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
  const program = await startProgram({}, ...args);
  onTestFinished(async () => void (await program.end('SIGKILL')));
  expect(await send(program, '/v1/hello')).toEqual({ status: 200, headers: headersOf(false), body: 'Hello Ada' });
  const error = `^Too many requests: the limit is 1 in 86400 seconds; try again in ${SECONDS} seconds\\.$`;
  const body = { error: expect.stringMatching(new RegExp(error)) };
  expect(await send(program, '/v1/hello')).toEqual({ status: 429, headers: headersOf(true), body });
  expect(await program.end('SIGTERM')).toBe(0);
});
