import {
  type Authenticator,
  type Logger,
  type Overrides,
  type RunningServer,
  createLogger,
  openAuthenticator,
  startWith,
} from '../../gateway/server.ts';
import type { ServiceSettings } from '../config/readServiceSettings.ts';
import type { Database } from '../database/Database.ts';
import { openDatabase } from '../database/openDatabase.ts';

/** Parts that the caller provides; a provided database is not closed. */
export interface ServiceOverrides extends Overrides {
  database?: Database;
}

/** Opens the database and calls `start`; the database is closed after the server, or when `start` rejects. */
export async function startOverDatabase(
  settings: ServiceSettings,
  { realm, ...overrides }: ServiceOverrides & { /** That of challenges. */ realm: string },
  start: (parts: Authenticator & { database: Database; log: Logger }) => Promise<RunningServer>,
): Promise<RunningServer> {
  const log = overrides.log ?? createLogger(settings.logLevel);
  const authenticator = await openAuthenticator(settings, realm);
  const database = overrides.database ?? (await openDatabase({ ...settings, ...overrides, log }));
  const resource = { close: async () => (overrides.database ? undefined : database.close()) };
  return startWith(resource, () => start({ ...authenticator, database, log }));
}
