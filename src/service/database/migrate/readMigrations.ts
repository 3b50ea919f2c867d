// The migrations of this build, and those of a database. Refuses a database with tables of another program, and one that a newer
// build has migrated.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Connection } from '../adapter/Backend.ts';
import type { DatabaseLog } from '../Database.ts';
import { DatabaseError } from '../databaseErrors.ts';

/** One migration, which Prisma Migrate stores in a folder of that name. */
export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the script, in hex. */
  checksum: string;
}

const FOLDER = new URL('../../../../prisma/migrations/', import.meta.url);

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

/**
 * Reads the migrations of the database that were started and not rolled back; undefined if it has no tables. Refuses one that holds other tables, or that a newer
 * build has migrated.
 */
export async function readApplied(
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
