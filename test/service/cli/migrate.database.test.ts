import { expect, test } from 'vitest';
import { migrate } from '../../../src/service/cli/migrate.ts';
import { temporaryFolder } from '../database/support/temporaryFolder.ts';

test('migrates an empty database whatever MIGRATE says, prints each step, and does nothing twice', async () => {
  const env = { DATA_DIR: temporaryFolder(), MIGRATE: 'off', SEED: 'none' };
  const printed: string[] = [];
  await migrate(env, (line) => printed.push(line));
  expect(printed.length).toBeGreaterThan(1);
  expect(printed.at(-1)).toBe('the database is up to date');
  printed.length = 0;
  await migrate(env, (line) => printed.push(line));
  expect(printed).toEqual(['the database is up to date']);
});
