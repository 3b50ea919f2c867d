import pg from 'pg';
import { openServer } from '../../../dist/service/database/server/openServer.js';

/** A pool with the connection settings and the size of Portico's. */
export function openPool(databaseUrl: string): pg.Pool {
  const { connection, poolSize } = openServer(databaseUrl);
  return new pg.Pool({ ...connection, max: poolSize });
}
