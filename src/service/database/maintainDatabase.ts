import type { DatabaseSettings } from './Database.ts';
import { scheduleForecastRefresh } from './demo/scheduleForecastRefresh.ts';
import { openBackend } from './openBackend.ts';
import { openPool } from './openPool.ts';
import { prepareDatabase } from './prepareDatabase.ts';

/** A database that this process looks after and others use. */
export interface MaintainedDatabase {
  close(): Promise<void>;
}

/**
 * Prepares a database on a server for other processes, which open it with `migrate: 'done'`, and keeps its forecasts
 * current until it is closed.
 */
export async function maintainDatabase(settings: DatabaseSettings): Promise<MaintainedDatabase> {
  const backend = await openBackend(settings);
  await prepareDatabase(backend, settings);
  const pool = openPool({ ...backend, poolSize: 1 }, settings.log);
  const stop = scheduleForecastRefresh(pool, settings.log);
  return {
    close: async () => {
      await stop();
      await pool.end();
    },
  };
}
