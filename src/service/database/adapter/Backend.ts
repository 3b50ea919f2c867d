import pg from 'pg';
import type { Probe } from './openProbe.ts';

export type ConnectionSettings = pg.ClientConfig;

/** A connection of its own, beside those of a pool: for migrations, whose locks and settings last as long as it does. */
export type Connection = pg.Client;

/** Creates a connection without a limit to the time of a statement; the caller connects and ends it. */
export function openConnection(settings: ConnectionSettings): Connection {
  const connection = new pg.Client({ ...settings, query_timeout: 0 });
  connection.on('error', () => {}); // The running statement rejects with it.
  return connection;
}

/** A PostgreSQL: a server elsewhere, or the one embedded in this process. */
export interface Backend {
  connection: ConnectionSettings;
  /** Behind a transaction pooler, where a session lasts for one transaction: the settings of the server itself. */
  direct?: ConnectionSettings;
  poolSize: number;
  schema: string;
  /** What to do when the database cannot be used, in a sentence. Absent: check the URL. */
  advice?: string;
  /** Opens a readiness check outside of the pool. Absent: readiness is checked through the pool. */
  openProbe?(): Probe;
  /** Closes an embedded database, after the last connection; does nothing for a server. */
  close(): Promise<void>;
}
