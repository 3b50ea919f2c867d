import type { Logger } from '../telemetry/createLogger.ts';

/** A mode that serves, until it is closed. */
export interface RunningServer {
  /** Its address, with the base path and without a slash at the end. */
  url: string;
  /** Goes on serving, but reports not ready, and closes each connection after its next response. */
  drain(): void;
  /** Completes the requests in flight, then closes everything it opened. */
  close(): Promise<void>;
}

/** What a process provides itself; the rest is made from the settings. */
export interface Overrides {
  log?: Logger;
  /** Receives a line of progress, without its end, for what takes seconds. */
  onProgress?: (line: string) => void;
  /** Milliseconds from its arrival until a request times out. */
  requestTimeoutMs?: number;
}
