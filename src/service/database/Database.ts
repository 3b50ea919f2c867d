import type { ServiceSettings } from '../config/ServiceSettings.ts';
import type { PrismaClient } from './client/client.ts';

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

/** An open, migrated database. */
export interface Database {
  /** Operations reject with UNAVAILABLE, TIMEOUT or OUTCOME_UNKNOWN where these apply; `$transaction` itself does not. */
  client: PrismaClient;
  /**
   * Runs one transaction: every statement of `run`, through whatever it calls, is part of it. Commits if `run` resolves, and rolls
   * back otherwise. Rejects with TIMEOUT at the deadline, in milliseconds since the epoch, unless COMMIT has been sent; if the
   * response to that is lost or late, with OUTCOME_UNKNOWN.
   */
  transaction<Result>(deadline: number, run: () => Promise<Result>): Promise<Result>;
  /** Checks readiness: rejects with UNAVAILABLE, within two seconds, if the database does not respond or is read-only. */
  ping(): Promise<void>;
  /** Waits for running statements, then closes. Further calls do nothing. */
  close(): Promise<void>;
}
