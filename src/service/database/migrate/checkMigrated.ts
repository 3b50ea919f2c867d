import type { ClientBase } from 'pg';
import type { DatabaseLog } from '../Database.ts';
import { DatabaseError } from '../databaseErrors.ts';
import { readApplied } from './readApplied.ts';
import type { Migration } from './readMigrations.ts';

/** Refuses a database that lacks a migration of this build; changes nothing. */
export async function checkMigrated(client: ClientBase, migrations: Migration[], log?: DatabaseLog): Promise<void> {
  const applied = (await readApplied(client, migrations, log)) ?? [];
  const finished = new Set(applied.filter((each) => each.finished).map(({ name }) => name));
  const missing = migrations.map(({ name }) => name).filter((name) => !finished.has(name));
  if (missing.length === 0) return;
  throw new DatabaseError(
    `The database lacks the migrations ${missing.join(', ')}, and MIGRATE is off. Run \`portico migrate\` first.`,
  );
}
