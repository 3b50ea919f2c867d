// The command as a process: what it needs of memory and of files.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { GATEWAY } from '../../../promises/support/startProgram.ts';
import { openReplay } from './support/replay.ts';

const { old, current, folder } = await openReplay();
old.fixtures['GET /api/v3/x'] = { body: {} };
current.fixtures['GET /x'] = { body: {} };
const API = ['--against', `${old.origin}/api/v3`, '--to', current.origin];
const cwd = folder.path;

test('does not keep a long recording in memory', async () => {
  const line = JSON.stringify({ method: 'GET', path: '/x', headers: { 'X-Padding': 'x'.repeat(200_000) } });
  folder.write({ 'long.jsonl': `${line}\n`.repeat(500) });
  const args = ['--max-old-space-size=64', ...GATEWAY, 'replay', '--requests', 'long.jsonl', ...API];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
  expect(stdout.split('\n')[0]).toBe('0 differences in 0 of 500 requests.');
});

test('does not read a pipe, which has its content once', async () => {
  const command = `echo '{"method":"GET","path":"/x"}' | "$0" "$@" --requests /dev/stdin`;
  const args = ['-c', command, process.execPath, ...GATEWAY, 'replay', ...API];
  await expect(promisify(execFile)('sh', args, { cwd })).rejects.toMatchObject({
    code: 2,
    stderr: 'portico: --requests: the file /dev/stdin cannot be read. It is a pipe and must be a file.\n',
  });
});
