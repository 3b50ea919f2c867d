// Until the adapter of the service replaces it: a Prisma client over one open connection, or over the statements of a pool.
import pg from 'pg';
import type { PrismaClient } from './client/client.ts';

/** Creates a client whose statements run on a connection. Over a pool it must not run transactions. */
export async function createConnectionClient(connection: Pick<pg.ClientBase, 'query'>): Promise<PrismaClient> {
  const query = connection.query.bind(connection);
  const borrowed = Object.assign(Object.create(connection) as pg.PoolClient, { query, release: () => {} });
  const pool = new pg.Pool();
  Object.assign(pool, { query, connect: async () => borrowed });
  const [{ rows }, { createClient }] = await Promise.all([
    query('SELECT current_schema() AS schema'),
    import('./createClient.ts'),
  ]);
  return createClient(pool, rows[0] as { schema: string });
}
