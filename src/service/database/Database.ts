import type { ServiceSettings } from '../config/ServiceSettings.ts';
import type { PrismaClient } from './client/client.ts';

/** What a database is opened with: of the settings those that concern it, and what the process sees of its work. */
export interface DatabaseSettings extends Pick<
  ServiceSettings,
  'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'seed'
> {
  /** Absent: `on`. */
  migrate?: ServiceSettings['migrate'];
  log?: DatabaseLog;
  /** Tells a person what takes seconds, in one line without its end. */
  onProgress?: (line: string) => void;
  /** Called with the text of each SQL statement before it runs. */
  onStatement?: (sql: string) => void;
}

/** Where a database reports what it did by itself; a pino logger is one. */
export interface DatabaseLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** An open database: migrated, and holding its data set. */
export interface Database {
  /** Operations that fail for want of reach or time reject with ServiceErrors; `$transaction` itself does not. */
  client: PrismaClient;
  /** Whether the database answers and takes writes; within two seconds it rejects with a ServiceError if not. */
  ping(): Promise<void>;
  /** Lets running statements finish, then closes. Closing twice does nothing. */
  close(): Promise<void>;
}
