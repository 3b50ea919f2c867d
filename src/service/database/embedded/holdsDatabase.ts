import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseError } from '../databaseErrors.ts';

/** The major version of PGlite's PostgreSQL, as in the file PG_VERSION. */
const MAJOR_VERSION = '18';

/** The files and folders that PostgreSQL needs to start. See https://www.postgresql.org/docs/18/storage-file-layout.html */
const REQUIRED_FILES = [
  'PG_VERSION',
  'base',
  'global',
  'global/pg_control',
  'pg_commit_ts',
  'pg_hba.conf',
  'pg_multixact',
  'pg_notify',
  'pg_replslot',
  'pg_twophase',
  'pg_wal',
  'pg_xact',
  'postgresql.conf',
];

/** The advice at the end of an error message about unusable database files. */
export function recoveryAdvice(folder: string): string {
  return (
    `Restore ${path.resolve(folder)} from a backup, move it away to start with a new database, or set DATA_DIR to another ` +
    'folder.'
  );
}

/**
 * Whether a folder contains a database; false if it is absent or empty, so that one can be created there. Throws a
 * DatabaseError otherwise: PGlite would create a new database over one that has lost its PG_VERSION.
 */
export function holdsDatabase(folder: string): boolean {
  const refuse = (problem: string) =>
    new DatabaseError(`The folder ${path.resolve(folder)} ${problem}. ${recoveryAdvice(folder)}`);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found) return false;
  const target = statSync(folder, { throwIfNoEntry: false });
  if (!target) throw refuse('is a symbolic link to a folder that does not exist');
  if (!target.isDirectory()) throw refuse('is a file; the embedded database needs a folder');
  if (readdirSync(folder).length === 0) return false;

  const missing = REQUIRED_FILES.filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length > 0) throw refuse(`is not empty and not a complete database; missing: ${missing.join(', ')}`);
  const version = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version === MAJOR_VERSION) return true;
  if (!/^\d{1,3}$/.test(version)) throw refuse('is not a complete database: its PG_VERSION contains no version');
  throw refuse(`contains a database of PostgreSQL ${version}; this build requires PostgreSQL ${MAJOR_VERSION}`);
}
