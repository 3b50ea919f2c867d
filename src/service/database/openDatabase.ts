import type { Database, DatabaseSettings } from './Database.ts';
import { openBackend } from './openBackend.ts';
import { startDatabase } from './startDatabase.ts';

/**
 * Opens the database that everything is kept in: on a PostgreSQL server where a URL is given, else embedded. Rejects with
 * a DatabaseError if it cannot be used as it is.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  return startDatabase(await openBackend(settings), settings);
}
