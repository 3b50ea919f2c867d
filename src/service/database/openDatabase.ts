import type { Database, DatabaseSettings } from './Database.ts';
import { openBackend } from './openBackend.ts';
import { startDatabase } from './startDatabase.ts';

/**
 * Opens the database of the service: on a PostgreSQL server if the settings have a URL, else embedded. Rejects with a
 * DatabaseError if it cannot be used.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  return startDatabase(await openBackend(settings), settings);
}
