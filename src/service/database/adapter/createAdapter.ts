// The driver adapter of the Prisma client. Every error that it throws is a StatementError, which crosses Prisma unchanged.
import type { SqlDriverAdapterFactory, SqlQuery } from '@prisma/driver-adapter-utils';
import type { AbortSignalLike } from '../../../gateway/server.ts';
import { assertOutsideTransaction, statementScope } from './statementScope.ts';
import { toResultSet, toStatement } from './columnTypes.ts';
import type { DatabasePool } from './openPool.ts';

const NAME = { provider: 'postgres', adapterName: 'portico' } as const;

/** Creates the adapter over a pool, which stays open when the client disconnects. `schema` has the tables of the client. */
export function createAdapter(pool: DatabasePool, schema: string): SqlDriverAdapterFactory {
  const run = async (query: SqlQuery) => pool.send(toStatement(query), currentSignal());
  return {
    ...NAME,
    connect: async () => ({
      ...NAME,
      queryRaw: async (query) => toResultSet(await run(query)),
      executeRaw: async (query) => (await run(query)).rowCount ?? 0,
      startTransaction: async () => pool.begin(currentSignal()),
      executeScript: () => Promise.reject(new Error('Scripts run on a connection of their own (see prepareDatabase).')),
      getConnectionInfo: () => ({ schemaName: schema, supportsRelationJoins: true }),
      dispose: async () => {},
    }),
  };
}

/** The signal of a statement that is a transaction of its own. */
function currentSignal(): AbortSignalLike | undefined {
  assertOutsideTransaction();
  return statementScope.getStore()?.signal;
}
