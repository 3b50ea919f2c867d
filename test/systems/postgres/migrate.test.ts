import { expect, test } from 'vitest';
import { readMigrations } from '../../../src/service/database/applyMigrations.ts';
import { runProgram } from '../../promises/support/startProgram.ts';
import { createDatabase, query } from './support/createDatabase.ts';

const TIMEOUT = { timeout: 60_000 };
const counts = (url: string) =>
  query(
    url,
    'SELECT (SELECT count(*)::int FROM _prisma_migrations) AS migrations, (SELECT count(*)::int FROM users) AS users',
  );

test(
  'portico migrate applies and reports pending migrations, and loads the demo data only with SEED=demo',
  TIMEOUT,
  async () => {
    const url = await createDatabase();
    const migrations = (await readMigrations()).length;
    const first = await runProgram(['migrate'], { DATABASE_URL: url, MIGRATE: 'off' });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^(migrated the database: \d{14}_\w+\n)+the database is up to date\n$/);
    expect(await counts(url)).toEqual([{ migrations, users: 0 }]);

    const demo = await runProgram(['migrate'], { DATABASE_URL: url, SEED: 'demo' });
    expect(demo).toEqual({ code: 0, stdout: 'loaded the demo data set\nthe database is up to date\n', stderr: '' });
    expect(await counts(url)).toEqual([{ migrations, users: 120 }]);

    const again = await runProgram(['migrate'], { DATABASE_URL: url, SEED: 'demo' });
    expect(again).toEqual({ code: 0, stdout: 'the database is up to date\n', stderr: '' });
  },
);

test('portico migrate exits with 1 and one line on an error', TIMEOUT, async () => {
  const { code, stderr } = await runProgram(['migrate'], {
    DATABASE_URL: 'postgresql://postgres:hunter2@127.0.0.1:1/none',
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^portico: The database cannot be used: .*ECONNREFUSED.*\n$/);
  expect(stderr).not.toContain('hunter2');
});
