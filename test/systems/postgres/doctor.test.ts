import { expect, test } from 'vitest';
import { runProgram } from '../../promises/support/startProgram.ts';
import { createDatabase, query } from './support/createDatabase.ts';

const TIMEOUT = { timeout: 60_000 };
const settings = { PORT: '0', AUTH_SECRET: 'a-secret-of-thirty-two-bytes-at-least', SEED: 'none' };

/** What the doctor finds of the database. */
async function diagnose(env: Record<string, string>) {
  const { code, stdout } = await runProgram(['doctor', '--json'], { ...settings, ...env });
  const findings = JSON.parse(stdout) as { check: string; status: string; message: string }[];
  return {
    code,
    findings: findings.flatMap(({ check, status, message }) => (check === 'database' ? [[status, message]] : [])),
  };
}

test('portico doctor says what a start finds in the database, and changes nothing', TIMEOUT, async () => {
  const url = await createDatabase();
  expect(await diagnose({ DATABASE_URL: url })).toEqual({
    code: 0,
    findings: [
      [
        'ok',
        expect.stringMatching(
          /^PostgreSQL [\d.]+.* responds; the start applies 2\d{13}_\w+.*\.\nThis clock agrees with that of the database\.$/,
        ),
      ],
    ],
  });
  expect(
    await query(url, 'SELECT count(*)::int AS relations FROM pg_tables WHERE schemaname = current_schema()'),
  ).toEqual([{ relations: 0 }]);
  expect(await diagnose({ DATABASE_URL: url, MIGRATE: 'off' })).toEqual({
    code: 1,
    findings: [
      [
        'failed',
        expect.stringMatching(/^The database lacks the migrations 2\d{13}_.* MIGRATE is off\. Run portico migrate\.$/),
      ],
    ],
  });
  await runProgram(['migrate'], { ...settings, DATABASE_URL: url });
  expect(await diagnose({ DATABASE_URL: url, MIGRATE: 'off' })).toEqual({
    code: 0,
    findings: [['ok', expect.stringMatching(/^PostgreSQL .* responds; all migrations are applied\.\n/)]],
  });
  const many = new URL(url);
  many.searchParams.set('connection_limit', '998');
  expect(await diagnose({ DATABASE_URL: many.href })).toEqual({
    code: 0,
    findings: [
      [
        'warning',
        expect.stringMatching(
          /^1 process with 998 connections need up to 1000, and PostgreSQL allows \d+: set connection_limit/,
        ),
      ],
    ],
  });
});

test('portico doctor fails for a database that cannot be reached, without its password', TIMEOUT, async () => {
  const { code, findings } = await diagnose({ DATABASE_URL: 'postgresql://postgres:hunter2@127.0.0.1:1/none' });
  expect({ code, findings }).toEqual({
    code: 1,
    findings: [
      [
        'failed',
        expect.stringMatching(
          /^The database cannot be used: .*ECONNREFUSED 127\.0\.0\.1:1\. Check that the server is running/,
        ),
      ],
    ],
  });
  expect(JSON.stringify(findings)).not.toContain('hunter2');
});
