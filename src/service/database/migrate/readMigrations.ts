import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

/** One step of the schema, as Prisma Migrate keeps it in a folder of its own. */
export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the script, in hex. */
  checksum: string;
}

const FOLDER = new URL('../../../../prisma/migrations/', import.meta.url);

/** Reads the migrations of this build, oldest first. */
export async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, FOLDER), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
