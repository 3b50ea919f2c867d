import type { DatabaseSettings } from './Database.ts';
import { scheduleMaintenance } from './scheduleMaintenance.ts';
import { openBackend } from './openBackend.ts';
import { openPool } from './openPool.ts';
import { prepareDatabase } from './prepareDatabase.ts';

/** A database that this process maintains for others. */
export interface MaintainedDatabase {
  close(): Promise<void>;
}

/**
 * Prepares a database on a server for other processes, which open it with `migrate: 'done'`, and maintains it (`scheduleMaintenance`)
 * until it is closed.
 */
export async function maintainDatabase(settings: DatabaseSettings): Promise<MaintainedDatabase> {
  const backend = await openBackend(settings);
  await prepareDatabase(backend, settings);
  const pool = openPool({ ...backend, poolSize: 1 }, settings.log);
  const stopMaintenance = scheduleMaintenance(pool, settings.log);
  return {
    close: async () => {
      await stopMaintenance();
      await pool.end();
    },
  };
}
