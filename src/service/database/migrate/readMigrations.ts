import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

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
