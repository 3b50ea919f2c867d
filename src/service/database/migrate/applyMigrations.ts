// Applies the migrations of this build as `prisma migrate deploy` does: the same rows in the same table under the same lock.
// Refuses a database that a newer build has migrated, and one with a failed migration.
import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { DatabaseLog } from '../Database.ts';
import { DatabaseError } from '../databaseErrors.ts';
import { readApplied } from './readApplied.ts';
import type { Migration } from './readMigrations.ts';
import { runMigration } from './runMigration.ts';

/** The key of Prisma Migrate's advisory lock, a session lock: everything runs on one connection. */
const LOCK_KEY = 72_707_369;

/** As Prisma Migrate creates it. */
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

/**
 * Applies the pending migrations. Of several processes that start together one applies them, and the others wait. The lock
 * is held until the connection ends.
 */
export async function applyMigrations(client: ClientBase, migrations: Migration[], log?: DatabaseLog): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${LOCK_KEY}) AS locked`);
  if (!rows[0]?.locked) {
    log?.info({}, 'waiting for another process that is preparing the database');
    await client.query(`SELECT pg_advisory_lock(${LOCK_KEY})`);
  }
  const applied = await prepareTable(client, migrations, log);
  for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
    await applyWithWarnings(client, migration, log);
    log?.info({ migration: migration.name }, 'migrated the database');
  }
}

/** The SQLSTATE of `RAISE WARNING`. */
const WARNING = '01000';

async function applyWithWarnings(client: ClientBase, migration: Migration, log?: DatabaseLog): Promise<void> {
  const onNotice = ({ code, message = '' }: { code: string | undefined; message: string | undefined }) => {
    if (code === WARNING) log?.warn({ migration: migration.name }, message);
  };
  client.on('notice', onNotice);
  try {
    await apply(client, migration, log);
  } finally {
    client.off('notice', onNotice);
  }
}

/** The names of the applied migrations; creates their table in an empty database. */
async function prepareTable(client: ClientBase, migrations: Migration[], log?: DatabaseLog): Promise<Set<string>> {
  const applied = await readApplied(client, migrations, log);
  if (!applied) await client.query(CREATE_TABLE);
  const failed = applied?.find(({ finished }) => !finished)?.name;
  if (failed !== undefined) {
    throw new DatabaseError(
      `The migration ${failed} has failed. Repair the tables that it changed, then run ` +
        `\`npx prisma migrate resolve --rolled-back ${failed}\` to apply it again, or --applied if its changes are complete.`,
    );
  }
  return new Set(applied?.map(({ name }) => name));
}

async function apply(client: ClientBase, migration: Migration, log?: DatabaseLog): Promise<void> {
  const { name, checksum } = migration;
  const id = randomUUID();
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    checksum,
    name,
  ]);
  try {
    await runMigration(client, migration, log);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, reason]).catch(() => {});
    throw new DatabaseError(`The migration ${name} failed: ${reason}`, error);
  }
  await client.query('UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1', [id]);
}
