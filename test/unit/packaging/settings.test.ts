// The README of the package lists the settings of the gateway as that of the repository does, which has those of the service too.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The rows of the table of settings, without the padding of their columns. */
function rowsOf(file: string): string[] {
  const [, section] = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8').split('\n## Settings\n');
  return section!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.replaceAll(/ +/g, ' '));
}

test('has each row as it is in the README of the repository', () => {
  const rows = rowsOf('docs/package.md');
  expect(rows.length).toBeGreaterThan(10);
  expect(rowsOf('README.md')).toEqual(expect.arrayContaining(rows));
});

test('leaves out what is for the service alone', () => {
  const rows = rowsOf('docs/package.md');
  const others = rowsOf('README.md').filter((row) => !rows.includes(row));
  expect(others.map((row) => /`(\w+)`/.exec(row)![1])).toEqual([
    'DATA_DIR',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'MIGRATE',
    'SEED',
    'GRAPHQL_SAFELIST',
  ]);
});
