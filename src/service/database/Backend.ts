import type { ClientConfig } from 'pg';

/** A PostgreSQL that can be connected to: a server elsewhere, or the one embedded in this process. */
export interface Backend {
  /** What node-postgres connects with. */
  connection: ClientConfig;
  /**
   * Where a transaction pooler stands in front: what connects with the server itself. A session of `connection` does not
   * last longer than a transaction then, so that neither settings nor prepared statements can be kept in it.
   */
  direct?: ClientConfig;
  /** How many connections may be open at a time. */
  poolSize: number;
  schema: string;
  /** What to do when it cannot be used, in a sentence. Absent: check the URL that its connections were read from. */
  advice?: string;
  /** Asks it beside the pool whether it can do its work. Absent: the pool is asked. */
  openProbe?(): Probe;
  /** Ends it after its last connection, where it belongs to this process. */
  close(): Promise<void>;
}

/** Whether a database can do its work. */
export interface Probe {
  /** Rejects with a ServiceError if not. Not called again before it has settled. */
  ask(): Promise<void>;
  close(): void;
}
