import { RequestSignal } from '../../gateway/protocol/RequestSignal.ts';
import { withDeadline } from '../../gateway/runtime/withDeadline.ts';
import type { Backend } from './Backend.ts';
import type { PrismaClient } from './client/client.ts';
import type { Database, DatabaseSettings } from './Database.ts';
import { scheduleMaintenance } from './scheduleMaintenance.ts';
import { limitProbe } from './limitProbe.ts';
import { openPool, writeCapacity } from './openPool.ts';
import type { Scope } from './Scope.ts';
import type { Statement } from './sql.ts';
import { prepareDatabase } from './prepareDatabase.ts';
import { columnTypes } from './columnTypes.ts';
import { StatementNames } from './StatementNames.ts';
import { toCallerError } from './toCallerError.ts';

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
  const names = new StatementNames(backend.direct !== undefined);
  const query = async <Row extends object>({ text, values }: Statement, scope: Scope): Promise<Row[]> => {
    try {
      const { rows } = await pool.send({ name: names.of(text), text, values, types: columnTypes }, scope);
      return rows as Row[];
    } catch (error) {
      throw toCallerError(error);
    }
  };
  let client: Promise<PrismaClient> | undefined;
  const stopMaintenance = isPrepared ? undefined : scheduleMaintenance(pool, log);
  const probe = backend.openProbe?.();
  let closed: Promise<void> | undefined;
  return {
    writes: writeCapacity(backend.poolSize),
    query,
    client: () => (client ??= import('./createClient.ts').then(({ createClient }) => createClient(pool, backend))),
    transaction: (deadline, run) =>
      withDeadline(new RequestSignal(), deadline, ({ signal, beginMutation }) =>
        pool.transaction({ run, beforeCommit: beginMutation }, signal),
      ),
    ping: limitProbe(probe?.check ?? (async () => void (await query({ text: 'SELECT 1', values: [] }, {})))),
    close: () => (closed ??= close()),
  };

  async function close(): Promise<void> {
    probe?.close();
    await stopMaintenance?.();
    await (await client)?.$disconnect();
    await pool.end();
    await backend.close();
  }
}
