import type { ClientBase } from 'pg';
import type { DatabaseLog } from '../Database.ts';
import { DatabaseError } from '../databaseErrors.ts';
import type { Migration } from './readMigrations.ts';

/** A migration that was started and not rolled back. */
export interface AppliedMigration {
  name: string;
  finished: boolean;
}

/**
 * Reads the migrations of the database; undefined if it has no tables. Refuses one that holds other tables, or that a newer
 * build has migrated.
 */
export async function readApplied(
  client: ClientBase,
  migrations: readonly Migration[],
  log?: DatabaseLog,
): Promise<AppliedMigration[] | undefined> {
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

  const { rows } = await client.query<AppliedMigration & { checksum: string }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  for (const { name, checksum, finished } of rows) {
    const known = migrations.find((migration) => migration.name === name);
    if (!known && finished) {
      throw new DatabaseError(
        `The database was migrated by a newer build: the migration ${name} is unknown to this one. Start that build, or ` +
          'restore the database from before it.',
      );
    }
    if (known && known.checksum !== checksum) {
      log?.warn({ migration: name }, 'this migration was edited after it was applied');
    }
  }
  return rows;
}
