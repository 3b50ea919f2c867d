// Applies the migrations of this build as `prisma migrate deploy` does: the same rows in the same table under the same lock.
// Refuses a database that a newer build has migrated, and one with a failed migration.
import { createHash, randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLog } from './Database.ts';
import type { Connection } from './adapter/Backend.ts';
import { DatabaseError } from './databaseErrors.ts';

/** The key of Prisma Migrate's advisory lock, a session lock: everything runs on one connection. */
const LOCK_KEY = 72_707_369;

const CREATE_TABLE = `CREATE TABLE _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/** The SQLSTATE of `RAISE WARNING`. */
const WARNING = '01000';

/** While a migration waits for a table, every later statement on that table waits behind it. */
const LOCK_TIMEOUT_MS = 2_000;
/** The time in which those statements run, before the migration waits again. */
const PAUSE_MS = 1_000;

/** The SQLSTATEs lock_not_available and deadlock_detected. */
const NOT_LOCKED = new Set(['55P03', '40P01']);

/** Applies the pending migrations under a lock that is held until the connection ends; other processes wait for it. */
export async function applyMigrations(client: Connection, migrations: Migration[], log?: DatabaseLog): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${LOCK_KEY}) AS locked`);
  if (!rows[0]?.locked) {
    log?.info({}, 'waiting for another process that is preparing the database');
    await client.query(`SELECT pg_advisory_lock(${LOCK_KEY})`);
  }
  const applied = await readApplied(client, migrations, log);
  if (!applied) await client.query(CREATE_TABLE);
  const failed = applied?.find(({ finished }) => !finished)?.name;
  if (failed !== undefined) {
    throw new DatabaseError(
      `The migration ${failed} has failed. Repair the tables that it changed, then run ` +
        `\`npx prisma migrate resolve --rolled-back ${failed}\` to apply it again, or --applied if its changes are complete.`,
    );
  }
  const names = new Set(applied?.map(({ name }) => name));
  for (const migration of migrations.filter(({ name }) => !names.has(name))) {
    await apply(client, migration, log);
    log?.info({ migration: migration.name }, 'migrated the database');
  }
}

/** Refuses a database that lacks a migration of this build; changes nothing. */
export async function checkMigrated(client: Connection, migrations: Migration[], log?: DatabaseLog): Promise<void> {
  const missing = await findPending(client, migrations, log);
  if (missing.length === 0) return;
  throw new DatabaseError(
    `The database lacks the migrations ${missing.join(', ')}, and MIGRATE is off. Run \`portico migrate\` first.`,
  );
}

/** The names of the migrations that a database lacks, or where one has failed. Refuses what `applyMigrations` refuses; changes nothing. */
export async function findPending(client: Connection, migrations: Migration[], log?: DatabaseLog): Promise<string[]> {
  const applied = (await readApplied(client, migrations, log)) ?? [];
  const finished = new Set(applied.filter((migration) => migration.finished).map(({ name }) => name));
  return migrations.map(({ name }) => name).filter((name) => !finished.has(name));
}

async function apply(client: Connection, migration: Migration, log?: DatabaseLog): Promise<void> {
  const { name, checksum } = migration;
  const id = randomUUID();
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    checksum,
    name,
  ]);
  const onNotice = ({ code, message = '' }: { code: string | undefined; message: string | undefined }) => {
    if (code === WARNING) log?.warn({ migration: name }, message);
  };
  client.on('notice', onNotice);
  try {
    await runMigration(client, migration, log);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, reason]).catch(() => {});
    throw new DatabaseError(`The migration ${name} failed: ${reason}`, error);
  } finally {
    client.off('notice', onNotice);
  }
  await client.query('UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1', [id]);
}

/** Runs a migration, one transaction, until it gets its locks; what is served meanwhile does not wait for it. Rejects with the error of the driver. */
async function runMigration(client: Connection, { name, sql }: Migration, log?: DatabaseLog): Promise<void> {
  await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await client.query(sql);
        return;
      } catch (error) {
        // Without a lock it has changed nothing.
        if (!NOT_LOCKED.has((error as { code?: string }).code ?? '')) throw error;
      }
      if (attempt === 1)
        log?.info({ migration: name }, 'waiting for transactions that use the tables of the migration');
      await sleep(PAUSE_MS);
    }
  } finally {
    // Where the connection has failed, that is the error to report.
    await client.query('RESET lock_timeout').catch(() => {});
  }
}

/** One migration, which Prisma Migrate stores in a folder of that name. */
export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the script, in hex. */
  checksum: string;
}

const FOLDER = new URL('../../../prisma/migrations/', import.meta.url);

/** Reads the migrations in a folder, those of this build by default, oldest first. */
export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Reads the migrations that were started and not rolled back; undefined without tables. Refuses those of others, and of newer builds. */
async function readApplied(
  client: Connection,
  migrations: readonly Migration[],
  log?: DatabaseLog,
): Promise<{ name: string; finished: boolean }[] | undefined> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
  );
  if (!tables.some(({ name }) => name === '_prisma_migrations')) {
    if (tables.length === 0) return undefined;
    throw new DatabaseError(
      'The database contains tables of another program. Use an empty database, or another schema: add ?schema=portico to ' +
        'the URL.',
    );
  }

  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  for (const { name, checksum, finished } of rows) {
    const source = migrations.find((migration) => migration.name === name);
    if (!source && finished) {
      throw new DatabaseError(
        `The database was migrated by a newer build: the migration ${name} is unknown to this one. Start that build, or ` +
          'restore the database from before it.',
      );
    }
    if (source && source.checksum !== checksum) {
      log?.warn({ migration: name }, 'this migration was edited after it was applied');
    }
  }
  return rows;
}
