import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { runScript } from './support/runScript.ts';
import { temporaryFolder } from './support/temporaryFolder.ts';

const seed = 'none';
const TIMEOUT = { timeout: 120_000 };

test('loses nothing that it acknowledged when its process is killed', TIMEOUT, async () => {
  const dataDir = temporaryFolder();
  await fillDataFolder(dataDir, seed);
  const { process: writer, lines, ended } = runScript('writeUsers', dataDir);
  const acknowledged: bigint[] = [];
  for await (const line of lines) {
    acknowledged.push(BigInt(line));
    if (acknowledged.length === 200) writer.kill('SIGKILL');
  }
  await ended;

  const database = await openDatabase({ dataDir, seed });
  const found = new Set((await database.run({}, (client) => client.user.findMany())).map(({ id }) => id));
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
  await database.close();
});

test('starts afresh when the first start was killed on the way', TIMEOUT, async () => {
  const dataDir = temporaryFolder();
  const { process: writer, ended } = runScript('writeUsers', dataDir);
  while (!existsSync(path.join(dataDir, 'postgres.draft', 'PG_VERSION'))) await setTimeout(5);
  writer.kill('SIGKILL');
  await ended;
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);

  const database = await openDatabase({ dataDir, seed });
  expect(await database.run({}, (client) => client.user.count())).toBe(0);
  await database.close();
});
