import type { AbortSignalLike, Span, Telemetry } from '../../gateway/server.ts';
import type { ServiceSettings } from '../config/readServiceSettings.ts';
import type { Prisma } from './client/client.ts';

export interface DatabaseSettings extends Pick<
  ServiceSettings,
  'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'seed'
> {
  /** Absent: `on`. */
  migrate?: ServiceSettings['migrate'];
  log?: DatabaseLog;
  /** Called with a line for the terminal, without a line break, before work that takes seconds. */
  onProgress?: (line: string) => void;
  onStatement?: (sql: string) => void;
  /** Absent: nothing is measured. */
  telemetry?: Telemetry | undefined;
}

/** The part of a pino logger that the database uses. */
export interface DatabaseLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** What writes may take of a pool: connections, and how many may wait for one. */
export type WriteCapacity = Readonly<Record<'running' | 'waiting', number>>;

/** What stores read and write with: the Prisma client, or a transaction of it. */
export type DatabaseClient = Prisma.TransactionClient;

/** On whose behalf a store reads or writes. The context of resolvers is one. */
export interface Scope {
  /** Once it is aborted, a statement is not sent, or is cancelled where that is possible. Absent: it runs to completion. */
  signal?: AbortSignalLike | undefined;
  /** What its statements are measured as parts of. Absent: of nothing. */
  span?: Span | undefined;
  /** What every statement is part of. Absent: each operation is a transaction of its own. */
  transaction?: DatabaseClient | undefined;
}

export interface Database {
  writes: WriteCapacity;
  /**
   * Runs operations of Prisma on behalf of a scope: with its transaction, or with the client. Rejects with UNAVAILABLE, TIMEOUT or
   * OUTCOME_UNKNOWN where these apply, with the reason of its signal where the client has disconnected, and else with the error of
   * the driver or of Prisma.
   */
  run<Result>(scope: Scope, work: (client: DatabaseClient) => PromiseLike<Result>): Promise<Result>;
  /**
   * Runs one transaction, of what runs on behalf of its scope. Commits if `work` resolves, and rolls back otherwise. Rejects with
   * TIMEOUT at the deadline, in milliseconds since the epoch, unless COMMIT has been sent; if the response to that is lost or
   * late, with OUTCOME_UNKNOWN.
   */
  transaction<Result>(deadline: number, work: (scope: Scope) => Promise<Result>): Promise<Result>;
  /** Checks readiness: rejects with UNAVAILABLE, within two seconds, if the database does not respond or is read-only. */
  ping(): Promise<void>;
  /** Waits for running statements, then closes. Further calls do nothing. */
  close(): Promise<void>;
}
