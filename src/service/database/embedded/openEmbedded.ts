// PostgreSQL inside this process, with its files in a folder. Refuses a folder that another process has open: PGlite does not
// lock its files, and two writers would lose rows. Refuses an incomplete database, and changes nothing in it.
import fs from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { makeFolder } from '../../../gateway/server.ts';
import type { Backend } from '../adapter/Backend.ts';
import { DatabaseError } from '../databaseErrors.ts';
import { lockFolder } from './lockFolder.ts';
import { PGliteStream, simpleQuery } from './PGliteStream.ts';

/** The extensions of PostgreSQL that the migrations create. A database that has one cannot be opened without it. */
export const extensions = { pg_trgm };

/**
 * What PostgreSQL starts with. A recovery sets a timer for its messages of progress, which no one stops in one process: it
 * would run every ten seconds for ever, and without a pause once the clock of the machine is set back.
 */
export const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'log_startup_progress_interval=0'];

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

/** See https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md#-errno-variant */
const ERRNO_REASONS: Readonly<Record<number, string>> = {
  2: 'permission denied',
  51: 'the disk is full',
  54: 'not a folder',
  63: 'permission denied',
  69: 'read-only file system',
};

export interface EmbeddedBackend extends Backend {
  /** Copies the files to a new folder, while statements wait; with everything that is committed, as after a crash. */
  copyFiles(target: string): Promise<void>;
}

/** The data folder within a data folder that `restoreFolder` fills. The last step moves the database out of it. */
export const RESTORE_DRAFT = 'restore.draft';

/** Opens the embedded database in `<dataDir>/postgres`, and creates it if it does not exist. Rejects with a DatabaseError. */
export async function openEmbedded(dataDir: string, onProgress?: (line: string) => void): Promise<EmbeddedBackend> {
  const folder = path.join(dataDir, 'postgres');
  const advice = recoveryAdvice(folder);
  let unlock: (() => void) | undefined;
  try {
    makeFolder(dataDir);
    unlock = lockFolder(dataDir);
    if (fs.existsSync(path.join(dataDir, RESTORE_DRAFT, 'postgres'))) {
      throw new DatabaseError(
        `A restore into the data folder ${path.resolve(dataDir)} was interrupted. Empty the folder, and run \`portico restore\` again.`,
      );
    }
    if (!holdsDatabase(folder)) {
      onProgress?.(`Creating the database in ${folder} (first start only; this takes several seconds) …`);
      await createFiles(folder);
    }
    // PGlite does not follow a symbolic link.
    const files = fs.realpathSync(folder);
    const database = await PGlite.create(files, { extensions, startParams: START_PARAMETERS });
    const backend = createEmbeddedBackend(database);
    return {
      ...backend,
      advice,
      close: () => backend.close().finally(unlock),
      copyFiles: (target) => database.runExclusive(() => copyFiles(database, files, target)),
    };
  } catch (error) {
    unlock?.();
    if (error instanceof DatabaseError) throw error;
    const problem = `The embedded database in the data folder ${path.resolve(dataDir)} cannot be opened`;
    throw new DatabaseError(`${problem}: ${reasonOf(error)}. ${advice}`, error);
  }
}

/** Creates the backend of a PGlite, which acts as a server with one connection. */
export function createEmbeddedBackend(database: PGlite): Backend {
  return {
    connection: { user: 'postgres', database: 'postgres', stream: () => new PGliteStream(database) },
    poolSize: 1,
    schema: 'public',
    close: () => database.close(),
  };
}

/** Whether a folder contains a database; false if it is absent or empty. Throws a DatabaseError otherwise: PGlite would overwrite it. */
export function holdsDatabase(folder: string): boolean {
  const refuse = (problem: string) =>
    new DatabaseError(`The folder ${path.resolve(folder)} ${problem}. ${recoveryAdvice(folder)}`);
  const found = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!found) return false;
  const target = fs.statSync(folder, { throwIfNoEntry: false });
  if (!target) throw refuse('is a symbolic link to a folder that does not exist');
  if (!target.isDirectory()) throw refuse('is a file; the embedded database needs a folder');
  if (fs.readdirSync(folder).length === 0) return false;

  const missing = REQUIRED_FILES.filter((name) => !fs.existsSync(path.join(folder, name)));
  if (missing.length > 0) throw refuse(`is not empty and not a complete database; missing: ${missing.join(', ')}`);
  const version = fs.readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version === MAJOR_VERSION) return true;
  if (!/^\d{1,3}$/.test(version)) throw refuse('is not a complete database: its PG_VERSION contains no version');
  throw refuse(`contains a database of PostgreSQL ${version}; this build requires PostgreSQL ${MAJOR_VERSION}`);
}

/** Creates the files under a temporary name, so that a killed process leaves no incomplete database. */
async function createFiles(folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  await (await PGlite.create(draft)).close();
  const target = fs.existsSync(folder) ? fs.realpathSync(folder) : folder;
  try {
    fs.renameSync(draft, target);
  } catch (error) {
    // An empty folder that is the mount point of a volume cannot be replaced, only filled.
    if (!fs.existsSync(target)) throw error;
    fs.cpSync(draft, target, { recursive: true });
    fs.rmSync(draft, { recursive: true });
  }
}

/** Only statements write files: there are no background processes. Where the file system can, a copy shares the blocks of its original. */
async function copyFiles(database: PGlite, files: string, target: string): Promise<void> {
  // So that there is little to copy and to recover. In a transaction that has failed it fails, too.
  await database.execProtocol(simpleQuery('CHECKPOINT'), { throwOnError: false });
  await cp(files, target, { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
}

/** PGlite throws errors of the file system as objects with a WASI errno. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const { errno } = error as { errno?: number };
  return ERRNO_REASONS[errno ?? 0] ?? `PGlite failed (${JSON.stringify(error)})`;
}

function recoveryAdvice(folder: string): string {
  return (
    `Restore ${path.resolve(folder)} from a backup, move it away to start with a new database, or set DATA_DIR to another ` +
    'folder.'
  );
}
