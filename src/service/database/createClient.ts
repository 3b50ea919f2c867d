import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import type { Backend } from './Backend.ts';
import { PrismaClient } from './client/client.ts';
import { toCallerError } from './toCallerError.ts';

/** Creates a Prisma client over a pool. Operations reject with UNAVAILABLE, TIMEOUT or OUTCOME_UNKNOWN where these apply. */
export function createClient(pool: pg.Pool, { schema }: Pick<Backend, 'schema'>): PrismaClient {
  const adapter = new PrismaPg(pool, { schema });
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' }).$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          throw toCallerError(error);
        }),
    },
  });
  // An extended client has a type of its own, which lacks only `$on`.
  return client as unknown as PrismaClient;
}
