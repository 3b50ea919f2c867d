import { administer } from './administer.ts';
import { RUN_PREFIX } from './createRunDatabase.ts';

/** A run connects to its database at once; one that is younger may be about to. */
const MIN_AGE_SECONDS = 60;

/** What PostgreSQL answers if anybody is connected to the database, or if another run was faster. */
const NOT_ABANDONED = new Set(['55006', '3D000']);

/** Drops what killed runs left behind, and gives the names; PostgreSQL itself refuses those that are in use. */
export async function dropAbandoned(server: string): Promise<string[]> {
  const rows = await administer(
    server,
    `SELECT datname FROM pg_database
     WHERE starts_with(datname, $1)
       AND split_part(substr(datname, length($1) + 1), '_', 1)::int8 < extract(epoch FROM now()) - ${MIN_AGE_SECONDS}`,
    [RUN_PREFIX],
  );
  const dropped: string[] = [];
  for (const { datname } of rows) {
    try {
      await administer(server, `DROP DATABASE "${datname!}"`);
      dropped.push(datname!);
    } catch (error) {
      if (!NOT_ABANDONED.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
  return dropped;
}
