import type { DatabaseSettings } from './Database.ts';
import { scheduleForecastRefresh } from './demo/scheduleForecastRefresh.ts';
import { openBackend } from './openBackend.ts';
import { openPool } from './openPool.ts';
import { prepareDatabase } from './prepareDatabase.ts';

/** A database that this process maintains for others. */
export interface MaintainedDatabase {
  close(): Promise<void>;
}

/**
 * Prepares a database on a server for other processes, which open it with `migrate: 'done'`, and refreshes its forecasts
 * until it is closed.
 */
export async function maintainDatabase(settings: DatabaseSettings): Promise<MaintainedDatabase> {
  const backend = await openBackend(settings);
  await prepareDatabase(backend, settings);
  const pool = openPool({ ...backend, poolSize: 1 }, settings.log);
  const stopRefresh = scheduleForecastRefresh(pool, settings.log);
  return {
    close: async () => {
      await stopRefresh();
      await pool.end();
    },
  };
}
