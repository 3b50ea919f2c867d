// What `portico doctor` checks of the data folder and the database of the service.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type Check, Warning, compareClocks } from '../../cli/serve.ts';
import { readDatabaseUrls } from '../config/readDatabaseUrls.ts';
import type { ServiceSettings } from '../config/readServiceSettings.ts';
import type { DatabaseState } from '../database/prepareDatabase.ts';

export function databaseChecks(settings: ServiceSettings): Check[] {
  const { databaseUrl, databaseDirectUrl, auth, dataDir } = settings;
  const folder = { name: 'data folder', run: () => checkFolder(dataDir) };
  if (databaseUrl === undefined) return [folder, { name: 'database', run: () => checkEmbedded(dataDir) }];
  const inspect = async () => {
    const { inspectDatabase } = await import('../database/prepareDatabase.ts');
    const { address, direct } = readDatabaseUrls(databaseUrl, databaseDirectUrl);
    const state = await inspectDatabase({ ...address, ...(direct && { direct: direct.connection }) });
    return describeServer(state, settings, address.poolSize);
  };
  return [...(auth.key.kind === 'local' ? [folder] : []), { name: 'database', run: inspect }];
}

/** Whether this process can write to the folder, or create it, and others can read neither it nor the keys in it. */
async function checkFolder(dataDir: string): Promise<string> {
  const folder = path.resolve(dataDir);
  const found = await stat(folder).catch(() => undefined);
  if (!found) {
    const parent = await nearestFolder(folder);
    await access(parent, constants.W_OK).catch(() =>
      refuse(`${folder} cannot be created: ${parent} cannot be written.`),
    );
    return `The first start creates ${folder}.`;
  }
  if (!found.isDirectory()) return refuse(`${folder} is a file.`);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch(() =>
    refuse(`${folder} cannot be read and written by this user.`),
  );
  const open = process.platform !== 'win32' && (found.mode & 0o077) !== 0;
  if (open)
    throw new Warning(
      `Other users of this machine can open ${folder}, which has the signing key. Run: chmod 700 ${folder}`,
    );
  return `${folder} can be written.`;
}

function refuse(problem: string): never {
  throw new Error(`${problem} Change its permissions, or set DATA_DIR to another folder.`);
}

async function nearestFolder(folder: string): Promise<string> {
  const parent = path.dirname(folder);
  return (await stat(parent).catch(() => undefined)) ? parent : nearestFolder(parent);
}

async function checkEmbedded(dataDir: string): Promise<string> {
  const [{ holdsDatabase }, { findLock }] = await Promise.all([
    import('../database/embedded/openEmbedded.ts'),
    import('../database/embedded/lockFolder.ts'),
  ]);
  if (!holdsDatabase(path.join(dataDir, 'postgres'))) return 'The first start creates the embedded database.';
  const lock = findLock(dataDir);
  if (lock) throw new Warning(lock.message);
  return 'The embedded database has all of its files.';
}

/** A process needs its pool, and one connection for readiness; the first also migrates. */
const OTHER_CONNECTIONS = 2;

function describeServer(
  { version, pending, maxConnections, isReadOnly, time }: DatabaseState,
  { migrate, workers }: Pick<ServiceSettings, 'migrate' | 'workers'>,
  poolSize: number,
): string {
  const clock = compareClocks('the database', time);
  if (isReadOnly)
    throw new Error(
      `PostgreSQL ${version} is read-only: a standby, or a disk that is full. Set DATABASE_URL to the primary server.`,
    );
  if (pending.length > 0 && migrate === 'off') {
    throw new Error(
      `The database lacks the migrations ${pending.join(', ')}, and MIGRATE is off. Run portico migrate.`,
    );
  }
  const processes = workers === 'auto' ? availableParallelism() : workers;
  const needed = processes * (poolSize + OTHER_CONNECTIONS);
  if (needed > maxConnections) {
    throw new Warning(
      `${processes} ${processes === 1 ? 'process' : 'processes'} with ${poolSize} connections need up to ${needed}, and PostgreSQL allows ${maxConnections}: set connection_limit in DATABASE_URL, or use a pooler.`,
    );
  }
  const migrations = pending.length === 0 ? 'all migrations are applied' : `the start applies ${pending.join(', ')}`;
  return `PostgreSQL ${version} responds; ${migrations}.\n${clock}`;
}
