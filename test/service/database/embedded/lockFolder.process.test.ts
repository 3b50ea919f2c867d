import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { processStartId } from '../../../../src/service/database/embedded/lockFolder.ts';
import { runScript } from '../support/runScript.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const gone = spawnSync(process.execPath, ['--eval', '']).pid;
const own = { pid: process.pid, mark: processStartId(process.pid), host: hostname(), token: 'another' };

test('lets one of many processes that find a stale lock together have it', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'postgres.lock'), JSON.stringify({ ...own, pid: gone }));
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => (await runScript('takeLock', folder).lines.next()).value as string),
  );
  expect(answers.filter((answer) => answer === 'locked')).toHaveLength(1);
  expect(answers.filter((answer) => answer.startsWith(`The data folder ${folder} is in use by process`))).toHaveLength(
    5,
  );
});
