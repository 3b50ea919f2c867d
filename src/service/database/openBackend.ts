import type { Backend } from './Backend.ts';
import type { DatabaseSettings } from './Database.ts';
import { openServer } from './server/openServer.ts';

/** The PostgreSQL that the settings ask for. The embedded one is loaded only where it is used. */
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
