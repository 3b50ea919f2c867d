// Clients that write the same users at once, by two processes over one database.
import { expect, onTestFinished, test } from 'vitest';
import { countByVersion } from '../spec/support/countByVersion.ts';
import { startProgram } from '../spec/support/startProgram.ts';
import { createDatabase } from './support/createDatabase.ts';

test('of 50 increments by each of 100 clients none is lost', { timeout: 600_000 }, async () => {
  const program = await startProgram({ DATABASE_URL: await createDatabase(), WORKERS: '2', LOG_LEVEL: 'silent' });
  onTestFinished(() => void program.end('SIGTERM').catch(() => {}));
  // Ten clients compete for each user: a hundred for one would send half a million requests that are 412.
  const counted = await countByVersion(program.client, { users: 10, clientsPerUser: 10, increments: 50 });
  expect(counted).toMatchObject({ numbers: Array(10).fill(500), versions: Array(10).fill(501) });
  expect(counted.conflicts).toBeGreaterThanOrEqual(90);
});
