// PostgreSQL inside this process, its files in a folder. It refuses a folder that another process has open: PGlite does
// not lock its files, and two writers would lose rows. It refuses one that has lost some of its files, and changes nothing.
import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { makeFolder } from '../../../gateway/config/makeFolder.ts';
import type { Backend } from '../Backend.ts';
import { DatabaseError } from '../DatabaseError.ts';
import { createEmbeddedBackend } from './createEmbeddedBackend.ts';
import { adviceFor, holdsDatabase } from './holdsDatabase.ts';
import { lockFolder } from './lockFolder.ts';

/** See https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md#-errno-variant */
const FILE_FAULTS: Readonly<Record<number, string>> = {
  2: 'this process may not use what is in it',
  51: 'the disk is full',
  54: 'a file is where a folder should be',
  63: 'this process may not use what is in it',
  69: 'it can only be read',
};

/** Opens the embedded database in `<dataDir>/postgres`, and creates it first if need be. Rejects with a DatabaseError. */
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
    const backend = createEmbeddedBackend(await PGlite.create(realpathSync(folder)));
    return { ...backend, advice: adviceFor(folder), close: () => backend.close().finally(unlock) };
  } catch (error) {
    unlock?.();
    throw error instanceof DatabaseError ? error : unusable(dataDir, error);
  }
}

/** A process that is killed on the way leaves only the draft, and the next one starts afresh. */
async function createFiles(folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  await (await PGlite.create(draft)).close();
  const target = existsSync(folder) ? realpathSync(folder) : folder;
  try {
    renameSync(draft, target);
  } catch (error) {
    // An empty folder that a volume is mounted at cannot be replaced, only filled.
    if (!existsSync(target)) throw error;
    cpSync(draft, target, { recursive: true });
    rmSync(draft, { recursive: true });
  }
}

function unusable(dataDir: string, error: unknown): DatabaseError {
  return new DatabaseError(
    `The embedded database in the data folder ${path.resolve(dataDir)} cannot be opened: ${reasonOf(error)}. ` +
      adviceFor(path.join(dataDir, 'postgres')),
    error,
  );
}

/** What a file system says is no Error where it comes from PGlite, but a number of WASI's. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const { errno } = error as { errno?: number };
  return FILE_FAULTS[errno ?? 0] ?? `PGlite gave up (${JSON.stringify(error)})`;
}
