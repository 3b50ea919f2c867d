// The command as a process: what it prints, and its exit codes.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { GATEWAY } from '../../../promises/support/startProgram.ts';
import { playFixtures } from './support/playFixtures.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-replay-'));
const old = await playFixtures({
  'GET /api/users/1': { body: { id: 1, name: 'Ada\u001b[31m' } },
  'GET /api/users/2': { body: { id: 2 } },
});
const current = await playFixtures({ 'GET /users/1': { body: { id: 1 } }, 'GET /users/2': { body: { id: 2 } } });
const gone = await playFixtures();
await gone.close();
afterAll(async () => {
  await old.close();
  await current.close();
  rmSync(folder, { recursive: true });
});

const REQUESTS = [
  { method: 'GET', path: '/users/1', headers: { Authorization: 'Bearer recorded' } },
  { method: 'GET', path: '/users/2' },
  { method: 'DELETE', path: '/users/1' },
];
writeFileSync(path.join(folder, 'requests.jsonl'), REQUESTS.map((request) => JSON.stringify(request)).join('\n'));
writeFileSync(path.join(folder, 'invalid.jsonl'), '{"method":"GET","path":"/users/1"}\n{"method":"GET"}\n');
writeFileSync(path.join(folder, 'writes.jsonl'), JSON.stringify(REQUESTS[2]));

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return runNode([...GATEWAY, 'replay', ...args]);
}

function runNode(args: string[], cwd = folder): ReturnType<typeof run> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const API = ['--against', `${old.origin}/api`, '--to', current.origin];

test('exits with 1 for a difference, which it prints', async () => {
  expect(await run('--requests', 'requests.jsonl', ...API)).toEqual({
    code: 1,
    stdout: [
      'GET /users/1 /name: "Ada\\u001b[31m" → absent',
      '1 difference in 1 of 2 requests.',
      'Skipped 1 request: may write, and --writes is not given.',
      'Not sent: the headers authorization. --header gives those that are needed.',
      '',
    ].join('\n'),
    stderr: '',
  });
  expect(JSON.stringify([...old.received, ...current.received])).not.toContain('recorded');
});

test('exits with 0 without one', async () => {
  const args = ['--ignore', '/email', '--ignore', '/name', '--header', 'Authorization: Bearer a', '--header', 'B: c'];
  const { code, stdout, stderr } = await run('--requests', 'requests.jsonl', ...API, ...args, '--writes');
  expect([code, stdout.split('\n')[0], stderr]).toEqual([0, '0 differences in 0 of 3 requests.', '']);
  for (const { received } of [old, current]) {
    expect(received.at(-1)).toMatchObject({ line: expect.stringMatching(/^DELETE /) as string });
    expect(received.at(-1)!.headers).toMatchObject({ authorization: 'Bearer a', b: 'c' });
  }
});

test('prints one document of JSON with --json', async () => {
  const { code, stdout, stderr } = await run('--requests', 'requests.jsonl', ...API, '--json');
  expect([code, JSON.parse(stdout), stderr]).toEqual([
    1,
    {
      requests: 2,
      differing: 1,
      counts: { equal: 1, compatible: 0, different: 1 },
      unauthorized: 0,
      differences: [
        { request: 'GET /users/1', place: '/name', old: '"Ada\\u001b[31m"', new: 'absent', result: 'different' },
      ],
      notes: [
        'Skipped 1 request: may write, and --writes is not given.',
        'Not sent: the headers authorization. --header gives those that are needed.',
      ],
    },
    '',
  ]);
});

test('in the folder of a project, the query parameters of its security schemes are not sent', async () => {
  const project = path.join(folder, 'project');
  mkdirSync(path.join(project, 'rest'), { recursive: true });
  writeFileSync(path.join(project, 'portico.config.json'), '{"schema":"schema.graphql","endpoints":"rest"}');
  const securitySchemes = {
    project: { type: 'apiKey', in: 'query', name: 'project' },
    header: { type: 'apiKey', in: 'header', name: 'page' },
  };
  writeFileSync(path.join(project, 'rest/api.json'), JSON.stringify({ securitySchemes }));
  writeFileSync(path.join(project, 'requests.jsonl'), '{"method":"GET","path":"/users/2?project=recorded&page=1"}');
  const { stdout, stderr } = await runNode([...GATEWAY, 'replay', '--requests', 'requests.jsonl', ...API], project);
  expect([stdout, stderr]).toEqual([
    '0 differences in 0 of 1 request.\nNot sent, as credentials: the query parameters project.\n',
    '',
  ]);
  expect([old, current].map(({ received }) => received.at(-1)!.line)).toEqual([
    'GET /api/users/2?page=1',
    'GET /users/2?page=1',
  ]);

  const sent = old.received.length;
  writeFileSync(path.join(project, 'rest/api.json'), '{"securitySchemes":{}}');
  const invalid = await runNode([...GATEWAY, 'replay', '--requests', 'requests.jsonl', ...API], project);
  expect([invalid.code, invalid.stdout]).toEqual([1, '']);
  expect(invalid.stderr).toMatch(/^portico: rest\/api\.json:1:/);
  expect(old.received).toHaveLength(sent);
});

test('does not keep a long recording in memory', async () => {
  const headers = { 'X-Padding': 'x'.repeat(200_000) };
  const line = JSON.stringify({ method: 'GET', path: '/users/2', headers });
  writeFileSync(path.join(folder, 'long.jsonl'), `${line}\n`.repeat(500));
  const args = ['--max-old-space-size=64', ...GATEWAY, 'replay', '--requests', 'long.jsonl', ...API];
  const { code, stdout } = await runNode(args);
  expect([code, stdout.split('\n')[0]]).toEqual([0, '0 differences in 0 of 500 requests.']);
});

test('does not read a pipe, which has its content once', async () => {
  const command = `cat requests.jsonl | "$0" "$@" --requests /dev/stdin`;
  const args = ['-c', command, process.execPath, ...GATEWAY, 'replay', ...API];
  const failed = promisify(execFile)('sh', args, { cwd: folder });
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stderr: 'portico: --requests: the file /dev/stdin cannot be read. It is a pipe and must be a file.\n',
  });
});

test.each<[string[], string]>([
  [API, "error: required option '--requests <file>' not specified"],
  [['--requests', 'requests.jsonl', '--to', 'http://x'], "error: required option '--against <url>' not specified"],
  [['--requests', 'nowhere.har', ...API], 'portico: --requests: the file nowhere.har cannot be read. ENOENT'],
  [['--requests', 'invalid.jsonl', ...API], 'portico: --requests: invalid.jsonl:2: path: '],
  [
    ['--requests', 'writes.jsonl', ...API],
    'portico: writes.jsonl has no request to send. Skipped 1 request: may write',
  ],
  [['--requests', 'requests.jsonl', ...API, '--to', 'x'], 'portico: --to must be the base URL of an API'],
  [
    ['--requests', 'requests.jsonl', ...API, '--to', gone.origin],
    `portico: --to ${gone.origin} cannot be reached: connect ECONNREFUSED`,
  ],
])('%j exits with 2', async (args, message) => {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(new RegExp(`^${message.replaceAll(/[.()<>]/g, '\\$&')}`));
});
