import { withDeadline } from '../../gateway/runtime/withDeadline.ts';
import type { Backend } from './Backend.ts';
import { createClient } from './createClient.ts';
import type { Database, DatabaseSettings } from './Database.ts';
import { scheduleMaintenance } from './scheduleMaintenance.ts';
import { limitProbe } from './limitProbe.ts';
import { openPool } from './openPool.ts';
import { prepareDatabase } from './prepareDatabase.ts';
import { withSignal } from './statementSignal.ts';

type Options = Pick<DatabaseSettings, 'seed' | 'migrate' | 'log' | 'onStatement'>;

/**
 * Prepares a backend, unless another process has done so, and opens a pool over it. The backend is closed with the database,
 * or when this rejects.
 */
export async function startDatabase(backend: Backend, options: Options): Promise<Database> {
  const { log, onStatement } = options;
  const isPrepared = options.migrate === 'done';
  try {
    if (!isPrepared) await prepareDatabase(backend, options);
  } catch (error) {
    await backend.close();
    throw error;
  }

  const pool = openPool(backend, log, onStatement);
  const client = createClient(pool, backend);
  const stopMaintenance = isPrepared ? undefined : scheduleMaintenance(pool, log);
  const probe = backend.openProbe?.();
  let closed: Promise<void> | undefined;
  return {
    client,
    transaction: (deadline, run) =>
      withDeadline(new AbortController().signal, deadline, ({ signal, beginMutation }) =>
        withSignal(signal, () => pool.transaction({ run, beforeCommit: beginMutation })),
      ),
    ping: limitProbe(probe?.check ?? (async () => void (await client.$queryRaw`SELECT 1`))),
    close: () => (closed ??= close()),
  };

  async function close(): Promise<void> {
    probe?.close();
    await stopMaintenance?.();
    await client.$disconnect();
    await pool.end();
    await backend.close();
  }
}
