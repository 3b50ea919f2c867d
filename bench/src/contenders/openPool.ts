import pg from 'pg';
import { readDatabaseUrls } from '../../../dist/service/config/readDatabaseUrls.js';

/** A pool with the connection settings and the size of Portico's. */
export function openPool(databaseUrl: string): pg.Pool {
  const { connection, poolSize } = readDatabaseUrls(databaseUrl).address;
  return new pg.Pool({ ...connection, max: poolSize });
}
