// What each program says of its surroundings at once: a misspelled AUTH_SECRET, without which everything is served without authentication,
// and an upstream that is down.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { GATEWAY, PORTICO, environmentOf, freePort } from '../../promises/support/startProgram.ts';
import { Folder } from '../support/runPortico.ts';

const folder = new Folder({
  'schema.graphql': 'type Query { hello: String }',
  'rest/conventions.json': '{"tools": ["GET"]}',
  'rest/v1/hello.graphql': '"Says hello." query hello @endpoint(method: GET, path: "/hello") { hello }',
  '.env': 'RATE_LIMITS=1/1\n',
});

const SECRET = 'a-secret-of-more-than-thirty-two-bytes';
const MISSPELLED = {
  AUTH_SECRT: SECRET,
  PORT: '0',
  DRAIN_SECONDS: '0',
  PORTS: '1',
  HOSTNAME: 'x',
  NODE_PATH: '/x',
  PGPORT: '1',
};
const API = ['--upstream', 'http://127.0.0.1:1/graphql', '--schema', 'schema.graphql', '--endpoints', 'rest'];

let child: ChildProcess | undefined;
afterEach(async () => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'close');
});

/** The whole output of a program, which ends by itself, or is ended when it has printed each of these texts. */
async function outputOf(args: readonly string[], env: Record<string, string>, ...texts: string[]): Promise<string> {
  child = spawn(process.execPath, args, {
    cwd: folder.path,
    env: environmentOf({ ...MISSPELLED, ...env }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const seen = new Promise<void>((resolve) => {
    for (const stream of [child!.stdout!, child!.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk);
        if (texts.length > 0 && texts.every((text) => output.includes(text))) resolve();
      });
    }
  });
  const closed = once(child, 'close');
  await Promise.race([seen, closed]);
  child.kill('SIGTERM');
  await closed;
  return output;
}

test.each([
  ['serve', [...GATEWAY, 'serve', ...API]],
  ['dev', [...GATEWAY, 'dev', ...API]],
  ['mcp', [...GATEWAY, 'mcp', ...API]],
  ['doctor', [...GATEWAY, 'doctor', ...API]],
  ['serve of the service', [...PORTICO, 'serve', ...API]],
  ['migrate of the service', [...PORTICO, 'migrate']],
])('a misspelled setting is a warning of %s, once, and names of other programs are not', async (_, args) => {
  const warnings = [
    'AUTH_SECRT is not a setting; did you mean AUTH_SECRET?',
    'RATE_LIMITS is not a setting; did you mean RATE_LIMIT?',
  ];
  const output = await outputOf(args, {}, ...warnings);
  for (const warning of warnings) expect(output.split(warning)).toHaveLength(2);
  expect(output.match(/is not a setting/g)).toHaveLength(2);
  expect(output).not.toContain(SECRET);
});

test.each<[string, string[], string, Record<string, string>?]>([
  [
    'serve in workers',
    [...GATEWAY, 'serve', ...API],
    'Portico is ready at ',
    { WORKERS: '2', PORT: String(await freePort()) },
  ],
  ['dev', [...GATEWAY, 'dev', ...API], 'The API reference is at '],
  ['mcp', [...GATEWAY, 'mcp', ...API], ''],
  ['serve of the service', [...PORTICO, 'serve', ...API], 'Portico is ready at '],
])('an upstream that is down is a warning of %s, which is ready', async (_, args, ready, env = {}) => {
  const output = await outputOf(args, env, ready, 'does not respond; until it does, requests');
  expect(output).toContain(ready);
  expect(output.split('does not respond; until it does, requests')).toHaveLength(2);
});
