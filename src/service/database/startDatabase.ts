import type { Backend } from './Backend.ts';
import { createClient } from './createClient.ts';
import type { Database, DatabaseSettings } from './Database.ts';
import { scheduleForecastRefresh } from './demo/scheduleForecastRefresh.ts';
import { limitProbe } from './limitProbe.ts';
import { openPool } from './openPool.ts';
import { prepareDatabase } from './prepareDatabase.ts';

type Options = Pick<DatabaseSettings, 'seed' | 'migrate' | 'log' | 'onStatement'>;

/**
 * Prepares a backend, where no other process has done it, and opens a pool over it. The backend is closed with the
 * database, or if this rejects.
 */
export async function startDatabase(backend: Backend, options: Options): Promise<Database> {
  const { log, onStatement } = options;
  const elsewhere = options.migrate === 'done';
  try {
    if (!elsewhere) await prepareDatabase(backend, options);
  } catch (error) {
    await backend.close();
    throw error;
  }

  const pool = openPool(backend, log, onStatement);
  const client = createClient(pool, backend);
  const stop = elsewhere ? undefined : scheduleForecastRefresh(pool, log);
  const probe = backend.openProbe?.();
  let closed: Promise<void> | undefined;
  return {
    client,
    ping: limitProbe(probe?.ask ?? (async () => void (await client.$queryRaw`SELECT 1`))),
    close: () => (closed ??= close()),
  };

  async function close(): Promise<void> {
    probe?.close();
    await stop?.();
    await client.$disconnect();
    await pool.end();
    await backend.close();
  }
}
