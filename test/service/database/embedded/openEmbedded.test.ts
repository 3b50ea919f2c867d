import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { holdsDatabase } from '../../../../src/service/database/embedded/openEmbedded.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const ADVICE =
  / Restore \/.*\/postgres from a backup, move it away to start with a new database, or set DATA_DIR to another folder\.$/;

const FOLDERS = [
  'base',
  'pg_commit_ts',
  'pg_multixact',
  'pg_notify',
  'pg_replslot',
  'pg_twophase',
  'pg_wal',
  'pg_xact',
];
const FILES = ['PG_VERSION', 'global/pg_control', 'pg_hba.conf', 'postgresql.conf'];

/** A folder with all files of a database. */
function makeFolder({ version = '18\n' } = {}): string {
  const folder = path.join(temporaryFolder(), 'postgres');
  for (const name of [...FOLDERS, 'global']) mkdirSync(path.join(folder, name), { recursive: true });
  for (const name of FILES) writeFileSync(path.join(folder, name), name === 'PG_VERSION' ? version : '');
  return folder;
}

test('finds a database, behind a symbolic link too', () => {
  const folder = makeFolder();
  expect(holdsDatabase(folder)).toBe(true);
  const link = path.join(temporaryFolder(), 'postgres');
  symlinkSync(folder, link);
  expect(holdsDatabase(link)).toBe(true);
});

test('finds none in a folder that is absent or empty', () => {
  const folder = temporaryFolder();
  expect(holdsDatabase(folder)).toBe(false);
  expect(holdsDatabase(path.join(folder, 'postgres'))).toBe(false);
});

describe('refuses', () => {
  test.each([...FOLDERS, ...FILES])('a folder without %s', (name) => {
    const folder = makeFolder();
    rmSync(path.join(folder, name), { recursive: true });
    const before = readdirSync(folder);
    expect(() => holdsDatabase(folder)).toThrow(
      `The folder ${folder} is not empty and not a complete database; missing: ${name}.`,
    );
    expect(() => holdsDatabase(folder)).toThrow(ADVICE);
    expect(readdirSync(folder)).toEqual(before);
  });

  test('a folder with other contents, naming all missing files', () => {
    const folder = path.join(temporaryFolder(), 'postgres');
    mkdirSync(path.join(folder, 'global'), { recursive: true });
    expect(() => holdsDatabase(folder)).toThrow(/; missing: PG_VERSION, base, global\/pg_control, pg_commit_ts, .*\./);
  });

  test.each([
    ['17\n', 'contains a database of PostgreSQL 17; this build requires PostgreSQL 18.'],
    ['', 'is not a complete database: its PG_VERSION contains no version.'],
    ['\0'.repeat(3), 'is not a complete database: its PG_VERSION contains no version.'],
  ])('the version %j', (version, problem) => {
    const folder = makeFolder({ version });
    expect(() => holdsDatabase(folder)).toThrow(`The folder ${folder} ${problem}`);
    expect(() => holdsDatabase(folder)).toThrow(ADVICE);
  });

  test('a file, and a dangling symbolic link', () => {
    const [file, link] = ['file', 'link'].map((name) => path.join(temporaryFolder(), name)) as [string, string];
    writeFileSync(file, '');
    symlinkSync('/nowhere/postgres', link);
    expect(() => holdsDatabase(file)).toThrow('is a file; the embedded database needs a folder.');
    expect(() => holdsDatabase(link)).toThrow('is a symbolic link to a folder that does not exist.');
  });
});
