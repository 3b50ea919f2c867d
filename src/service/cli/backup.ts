// The commands that read the data folder as a whole, or create one.
import path from 'node:path';
import type { Environment } from '../../gateway/server.ts';
import { UsageError } from '../../cli/program.ts';
import { readServiceSettings } from '../config/readServiceSettings.ts';
import { type KeyFiles, readBackup, readKeys, writeBackup } from '../database/backupFile.ts';
import {
  type ContentItem,
  type Totals,
  checkItems,
  exportBackend,
  fillDatabase,
} from '../database/databaseContents.ts';
import { restoreFolder } from '../database/embedded/restoreFolder.ts';
import { openToRead } from '../database/embedded/snapshots.ts';
import { onConnection } from '../database/prepareDatabase.ts';

type Print = (line: string) => void;

/** Writes a new file with everything in the data folder, which a running service may use. */
export async function backup({ out }: { out: string }, env: Environment, print: Print): Promise<void> {
  const dataDir = readDataDir(env, 'Make backups of a server with pg_dump');
  const keys = readKeys(dataDir);
  const totals = await writeBackup(out, { keys, items: exportFolder(dataDir), signal: interruption() });
  print(`saved ${describe(totals, keys)} in ${out}`);
}

/** Creates the data folder from a backup. */
export async function restore(file: string, env: Environment, print: Print): Promise<void> {
  const dataDir = readDataDir(env, 'Restore it, and bring it to the server with portico copy');
  // All of it, before anything is created.
  await checkItems((await readBackup(file)).items);
  const { keys, items } = await readBackup(file);
  const totals = await restoreFolder(dataDir, keys, ({ connection }) =>
    onConnection(connection, 'Nothing is restored.', (session) => fillDatabase(session, items)),
  );
  print(`restored ${describe(totals, keys)} in ${path.resolve(dataDir)}`);
}

/** The data folder of the embedded database. Throws a UsageError where the settings select a server. */
function readDataDir(env: Environment, alternative: string): string {
  const { databaseUrl, dataDir } = readServiceSettings(env);
  if (databaseUrl === undefined) return dataDir;
  throw new UsageError(`This is for the embedded database, and DATABASE_URL is set. ${alternative}, or unset it.`);
}

/** Opens the database when the first item is asked for. */
async function* exportFolder(dataDir: string): AsyncGenerator<ContentItem> {
  yield* exportBackend(await openToRead(dataDir));
}

/** Aborted by the signals that end a process, so that no partial file is left. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort(new Error(`The backup was ended by ${signal}.`)));
  }
  return controller.signal;
}

function describe({ tables }: Totals, keys: KeyFiles): string {
  const counts = Object.entries(tables).map(([name, { rows }]) => `${name} ${rows}`);
  return `${counts.join(', ')}, signing keys ${Object.keys(keys).length}`;
}
