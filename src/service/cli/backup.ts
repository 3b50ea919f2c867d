// The commands that read the data folder as a whole, or create it.
import path from 'node:path';
import type { Environment } from '../../gateway/server.ts';
import { UsageError } from '../../cli/program.ts';
import { SettingsError } from '../../cli/serve.ts';
import { readDatabaseUrls } from '../config/readDatabaseUrls.ts';
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
import { onConnection, prepareSession } from '../database/prepareDatabase.ts';

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

/** Fills an empty database on a server with what is in the data folder. */
export async function copy({ to }: { to: string }, env: Environment, print: Print): Promise<void> {
  const { dataDir } = readServiceSettings(env);
  const { connection, schema } = readTarget(to);
  const totals = await onConnection(connection, 'Nothing is copied. Check the URL of --to.', async (session) => {
    await prepareSession(session, connection, schema);
    return fillDatabase(session, exportFolder(dataDir));
  });
  print(`copied ${describe(totals)}`);
}

/** Throws a UsageError, which does not repeat the URL. */
function readTarget(to: string) {
  try {
    return readDatabaseUrls(to).address;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new UsageError(error.message.replaceAll('DATABASE_URL', '--to'));
  }
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

function describe({ tables }: Totals, keys?: KeyFiles): string {
  const counts = Object.entries(tables).map(([name, { rows }]) => `${name} ${rows}`);
  if (keys) counts.push(`signing keys ${Object.keys(keys).length}`);
  return counts.join(', ');
}
