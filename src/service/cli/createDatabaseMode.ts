import type { ServeMode } from '../../gateway/cli/serve/ServeMode.ts';
import type { ServiceSettings } from '../config/ServiceSettings.ts';

/** The part of a mode that concerns the database: the embedded one is for one process; a server is prepared for all workers. */
export function createDatabaseMode(settings: ServiceSettings): Pick<ServeMode, 'singleProcess' | 'prepare'> {
  if (settings.databaseUrl === undefined) {
    return {
      singleProcess:
        'requires DATABASE_URL: only one process can open the embedded database. Set DATABASE_URL to a PostgreSQL server, ' +
        'or WORKERS to 1 or auto.',
    };
  }
  return {
    prepare: async (log) => {
      const { maintainDatabase } = await import('../database/openDatabase.ts');
      return maintainDatabase({ ...settings, log });
    },
  };
}
