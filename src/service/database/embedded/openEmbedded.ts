// PostgreSQL inside this process, with its files in a folder. Refuses a folder that another process has open: PGlite does not
// lock its files, and two writers would lose rows. Refuses an incomplete database, and changes nothing in it.
import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { makeFolder } from '../../../gateway/config/makeFolder.ts';
import type { Backend } from '../adapter/Backend.ts';
import { DatabaseError } from '../databaseErrors.ts';
import { createEmbeddedBackend } from './createEmbeddedBackend.ts';
import { extensions } from './extensions.ts';
import { recoveryAdvice, holdsDatabase } from './holdsDatabase.ts';
import { lockFolder } from './lockFolder.ts';

/** See https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md#-errno-variant */
const ERRNO_REASONS: Readonly<Record<number, string>> = {
  2: 'permission denied',
  51: 'the disk is full',
  54: 'not a folder',
  63: 'permission denied',
  69: 'read-only file system',
};

/** Opens the embedded database in `<dataDir>/postgres`, and creates it if it does not exist. Rejects with a DatabaseError. */
export async function openEmbedded(dataDir: string, onProgress?: (line: string) => void): Promise<Backend> {
  const folder = path.join(dataDir, 'postgres');
  let unlock: (() => void) | undefined;
  try {
    makeFolder(dataDir);
    unlock = lockFolder(dataDir);
    if (!holdsDatabase(folder)) {
      onProgress?.(`Creating the database in ${folder} (first start only; this takes several seconds) …`);
      await createFiles(folder);
    }
    // PGlite does not follow a symbolic link.
    const backend = createEmbeddedBackend(await PGlite.create(realpathSync(folder), { extensions }));
    return { ...backend, advice: recoveryAdvice(folder), close: () => backend.close().finally(unlock) };
  } catch (error) {
    unlock?.();
    throw error instanceof DatabaseError ? error : openError(dataDir, error);
  }
}

/** Creates the files under a temporary name, so that a killed process leaves no incomplete database. */
async function createFiles(folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  await (await PGlite.create(draft)).close();
  const target = existsSync(folder) ? realpathSync(folder) : folder;
  try {
    renameSync(draft, target);
  } catch (error) {
    // An empty folder that is the mount point of a volume cannot be replaced, only filled.
    if (!existsSync(target)) throw error;
    cpSync(draft, target, { recursive: true });
    rmSync(draft, { recursive: true });
  }
}

function openError(dataDir: string, error: unknown): DatabaseError {
  return new DatabaseError(
    `The embedded database in the data folder ${path.resolve(dataDir)} cannot be opened: ${reasonOf(error)}. ` +
      recoveryAdvice(path.join(dataDir, 'postgres')),
    error,
  );
}

/** PGlite throws errors of the file system as objects with a WASI errno. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const { errno } = error as { errno?: number };
  return ERRNO_REASONS[errno ?? 0] ?? `PGlite failed (${JSON.stringify(error)})`;
}
