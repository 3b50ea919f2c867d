import pg from 'pg';
import type { ConnectionSettings } from './Backend.ts';

/** A connection of its own, beside those of a pool: for migrations, whose locks and settings last as long as it does. */
export type Connection = pg.Client;

/** Creates a connection without a limit to the time of a statement; the caller connects and ends it. */
export function openConnection(settings: ConnectionSettings): Connection {
  const connection = new pg.Client({ ...settings, query_timeout: 0 });
  connection.on('error', () => {}); // The running statement rejects with it.
  return connection;
}
