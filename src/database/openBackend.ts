import type { Backend } from './Backend.ts';
import type { DatabaseSettings } from './Database.ts';
import { openServer } from './server/openServer.ts';

/** The PostgreSQL that the settings ask for. The embedded one is loaded only where it is used. */
export async function openBackend({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
}: Pick<DatabaseSettings, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>): Promise<Backend> {
  if (databaseUrl !== undefined) return openServer(databaseUrl, databaseDirectUrl);
  const { openEmbedded } = await import('./embedded/openEmbedded.ts');
  return openEmbedded(dataDir);
}
