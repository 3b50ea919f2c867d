// `portico match` as a process: what it prints where, and its exit codes.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GATEWAY, PORTICO, ROOT } from '../../promises/support/startProgram.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-match-'));
  const responses = { 200: { description: 'OK', content: { 'application/json': { schema: { type: 'string' } } } } };
  const paths = { '/greeting': { get: { responses } }, '/farewell': { get: { responses } } };
  writeFileSync(path.join(folder, 'published.json'), JSON.stringify({ openapi: '3.0.3', paths }));
  writeFileSync(path.join(folder, 'published.yaml'), 'openapi: 3.0.3\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const SUPPORT = path.join(import.meta.dirname, 'support');
const API = ['--schema', path.join(SUPPORT, 'greeting.graphql'), '--endpoints', path.join(SUPPORT, 'endpoints')];

async function run(args: readonly string[], program = GATEWAY, cwd = folder) {
  const { PATH = '' } = process.env;
  return promisify(execFile)(process.execPath, [...program, ...args], { cwd, env: { PATH } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

const MATCH = ['match', ...API, '--openapi', 'published.json', '--version', '1'];

test('prints the table, and 0 without a threshold', async () => {
  const { code, stdout, stderr } = await run(MATCH);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^ENDPOINT +EQUAL +COMPATIBLE +DIFFERENT +MISSING +PERCENT\nGET \/greeting +/);
  expect(stdout).toMatch(/\n {2}GET \/farewell\n\n[\d.]+ % compatible, in 1 of 2 published endpoints\n$/);
});

test('is 1 below the threshold, and prints JSON all the same', async () => {
  const { code, stdout } = await run([...MATCH, '--compatible', '100', '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, published: 2, missing: ['GET /farewell'] });
});

test.each([[], ['--version', '1']])('begins with an API without documents: %s', async (...version) => {
  const empty = mkdtempSync(path.join(folder, 'rest-'));
  mkdirSync(path.join(empty, 'v1'));
  const api = ['match', '--schema', path.join(SUPPORT, 'greeting.graphql'), '--endpoints', empty];
  expect(await run([...api, '--openapi', 'published.json', ...version])).toEqual({
    code: 0,
    stderr: '',
    stdout: `ENDPOINT  EQUAL  COMPATIBLE  DIFFERENT  MISSING  PERCENT
ALL       0      0           0          0        0

\`portico add\`, or a document with \`@endpoint(method:, path:)\`
  GET /greeting
  GET /farewell

0 % compatible, in 0 of 2 published endpoints
`,
  });
  // What was meant to be a document is no empty API.
  writeFileSync(path.join(empty, 'greeting.graphql'), '{ greeting }');
  const { code, stderr } = await run([...api, '--openapi', 'published.json', ...version]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('An endpoint document must be in the folder of a version.'),
  });
});

test.each<[name: string, args: string[], message: string]>([
  ['no document', [], "required option '--openapi <file>' not specified"],
  ['a document that does not exist', ['--openapi', 'none.json'], '--openapi: the file'],
  ['YAML', ['--openapi', 'published.yaml'], 'published.yaml is not JSON.'],
  ['an unknown version', ['--openapi', 'published.json', '--version', '7'], '/v7/openapi.json does not exist.'],
  ['a percentage above 100', ['--openapi', 'published.json', '--compatible', '101'], '--compatible must be a number'],
  ['an empty percentage', ['--openapi', 'published.json', '--compatible', ''], '--compatible must be a number'],
])('is 2 for %s', async (_, args, message) => {
  const { code, stdout, stderr } = await run(['match', ...API, ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test.each(['1', '2', undefined])('the service equals its own document of version %s', async (version) => {
  const selected = version === undefined ? [] : ['--version', version];
  const { stdout: document } = await run(['openapi', ...selected], PORTICO, ROOT);
  writeFileSync(path.join(folder, 'own.json'), document);
  const matched = await run(
    ['match', '--openapi', path.join(folder, 'own.json'), ...selected, '--compatible', '100'],
    PORTICO,
    ROOT,
  );
  expect(matched).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/\n100 % compatible, in \d+ of \d+ published endpoints\n$/),
  });
});
