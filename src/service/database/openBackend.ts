import type { Backend } from './Backend.ts';
import type { DatabaseSettings } from './Database.ts';
import { openServer } from './server/openServer.ts';

/** Opens the PostgreSQL that the settings select. PGlite is loaded only for an embedded database. */
export async function openBackend({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
  onProgress,
}: Pick<DatabaseSettings, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'onProgress'>): Promise<Backend> {
  if (databaseUrl !== undefined) return openServer(databaseUrl, databaseDirectUrl);
  const { openEmbedded } = await import('./embedded/openEmbedded.ts');
  return openEmbedded(dataDir, onProgress);
}
