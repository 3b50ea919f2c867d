import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseError } from '../DatabaseError.ts';

/** The major version of PostgreSQL that PGlite is, as it stands in PG_VERSION. */
const MAJOR_VERSION = '18';

/** What PostgreSQL does not start without. See https://www.postgresql.org/docs/18/storage-file-layout.html */
const ESSENTIALS = [
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

/** What can be done about the files of a database that cannot be used, as the end of a message. */
export function adviceFor(folder: string): string {
  return (
    `Restore ${path.resolve(folder)} from a backup, move it away to begin with a new database, or name another data ` +
    'folder with DATA_DIR.'
  );
}

/**
 * Whether a folder holds the files of a database; false if it is absent or empty, so that one can be created there. Throws
 * a DatabaseError for anything else: PGlite would create a database among the files of one that lost its PG_VERSION.
 */
export function holdsDatabase(folder: string): boolean {
  const refuse = (fault: string) =>
    new DatabaseError(`The folder ${path.resolve(folder)} ${fault}. ${adviceFor(folder)}`);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found) return false;
  const target = statSync(folder, { throwIfNoEntry: false });
  if (!target) throw refuse('is a symbolic link to nothing');
  if (!target.isDirectory()) throw refuse('is a file, and should be the folder of the embedded database');
  if (readdirSync(folder).length === 0) return false;

  const missing = ESSENTIALS.filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length > 0) throw refuse(`is not empty and not a whole database: ${missing.join(', ')} is missing`);
  const version = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version === MAJOR_VERSION) return true;
  if (!/^\d{1,3}$/.test(version)) throw refuse('is not a whole database: its PG_VERSION holds no version');
  throw refuse(`holds a database of PostgreSQL ${version}, and this build opens those of PostgreSQL ${MAJOR_VERSION}`);
}
