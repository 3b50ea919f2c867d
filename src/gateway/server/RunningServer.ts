import type { Conventions } from '../conventions/Conventions.ts';
import type { Logger } from '../telemetry/createLogger.ts';

/** A server that was started in one of the modes. */
export interface RunningServer {
  /** Its URL, with the base path and without a trailing slash. */
  url: string;
  health: Health;
  /** Continues to serve, but reports not ready, and closes each connection after its next response. */
  drain(): void;
  /** Completes pending requests, then closes everything that it opened. */
  close(): Promise<void>;
}

/** What HEALTH_PORT serves of a server. */
export interface Health {
  /** Those of its errors; undefined for the default ones. */
  conventions: Conventions | undefined;
  /** Rejects while the server is not ready, with what a client reads where that is a ServiceError. */
  check(): Promise<void>;
}

/** What a process provides itself, in place of what the settings say. */
export interface Overrides {
  log?: Logger;
  /** Receives lines of progress, without a line break, during what takes seconds. */
  onProgress?: (line: string) => void;
  /** Time from the arrival of a request until it times out. */
  requestTimeoutMs?: number;
}
