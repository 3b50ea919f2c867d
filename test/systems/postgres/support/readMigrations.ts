import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import type pg from 'pg';

const FOLDER = new URL('../../../../prisma/migrations/', import.meta.url);

/** The names of the migrations, oldest first. */
export function readMigrations(): string[] {
  const entries = readdirSync(FOLDER, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => name)
    .sort();
}

/** Migrates an empty database as a build did that had no migration yet whose name ends so; by default, as this one does. */
export async function migrateBefore(client: pg.ClientBase, end?: string): Promise<void> {
  const names = readMigrations();
  const until = end === undefined ? names.length : names.findIndex((name) => name.endsWith(end));
  await client.query(
    `CREATE TABLE _prisma_migrations (id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
       migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ, started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
       applied_steps_count INTEGER NOT NULL DEFAULT 0)`,
  );
  for (const name of names.slice(0, until)) {
    const sql = readFileSync(new URL(`${name}/migration.sql`, FOLDER), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    await client.query(sql);
    await client.query(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)',
      [randomUUID(), checksum, name],
    );
  }
}
