import { availableParallelism } from 'node:os';
import type { ServiceSettings } from '../config/ServiceSettings.ts';
import { SettingsError } from '../../gateway/config/SettingsError.ts';

/**
 * How many processes are to serve. Refuses several over the embedded database, which belongs to one process, and several
 * at a port that is not known before; `auto` is one for each core, where several are possible.
 * Throws a SettingsError.
 */
export function countWorkers(
  { workers, databaseUrl, port }: Pick<ServiceSettings, 'workers' | 'databaseUrl' | 'port'>,
  opensDatabase: boolean,
): number {
  const embedded = opensDatabase && databaseUrl === undefined;
  if (workers === 'auto') return embedded || port === 0 ? 1 : availableParallelism();
  if (workers > 1 && embedded) {
    throw new SettingsError([
      `WORKERS=${workers} needs a DATABASE_URL: the embedded database belongs to one process. Set DATABASE_URL to a ` +
        'PostgreSQL server, or WORKERS to 1 or auto.',
    ]);
  }
  if (workers > 1 && port === 0) {
    throw new SettingsError([
      `WORKERS=${workers} needs a PORT other than 0: the processes that serve share one that is known.`,
    ]);
  }
  return workers;
}
