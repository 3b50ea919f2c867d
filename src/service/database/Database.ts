import type { ServiceSettings } from '../config/readServiceSettings.ts';
import type { PrismaClient } from './client/client.ts';
import type { Scope } from './Scope.ts';
import type { Statement } from './sql.ts';

/** The settings that concern the database, and how the process observes it. */
export interface DatabaseSettings extends Pick<
  ServiceSettings,
  'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'seed'
> {
  /** Absent: `on`. */
  migrate?: ServiceSettings['migrate'];
  log?: DatabaseLog;
  /** Called with a line for the terminal, without a line break, before work that takes seconds. */
  onProgress?: (line: string) => void;
  /** Called with the text of each SQL statement before it runs. */
  onStatement?: (sql: string) => void;
}

/** The part of a pino logger that the database uses. */
export interface DatabaseLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** What writes may take of a pool. */
export interface WriteCapacity {
  /** Connections. */
  running: number;
  /** Writes that may wait for one. */
  waiting: number;
}

/** An open, migrated database. */
export interface Database {
  writes: WriteCapacity;
  /**
   * Runs a statement and returns its rows. Rejects with UNAVAILABLE, TIMEOUT or OUTCOME_UNKNOWN where these apply, and with the
   * reason of its signal where the client has disconnected.
   */
  query<Row extends object>(statement: Statement, scope: Scope): Promise<Row[]>;
  /**
   * Runs one transaction, of what runs on behalf of its scope. Commits if `run` resolves, and rolls back otherwise. Rejects with
   * TIMEOUT at the deadline, in milliseconds since the epoch, unless COMMIT has been sent; if the response to that is lost or
   * late, with OUTCOME_UNKNOWN.
   */
  transaction<Result>(deadline: number, run: (scope: Scope) => Promise<Result>): Promise<Result>;
  /** The Prisma client, loaded at first use: for work outside of requests. As `query` does it rejects; `$transaction` itself does not. */
  client(): Promise<PrismaClient>;
  /** Checks readiness: rejects with UNAVAILABLE, within two seconds, if the database does not respond or is read-only. */
  ping(): Promise<void>;
  /** Waits for running statements, then closes. Further calls do nothing. */
  close(): Promise<void>;
}
