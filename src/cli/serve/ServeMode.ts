import type { Overrides, RunningServer } from '../../gateway/serve/RunningServer.ts';
import type { Logger } from '../../gateway/base/telemetry/createLogger.ts';
import type { Check } from '../doctor/Check.ts';

/** A mode of `serve`, which `runServer` runs in one process or in several workers. */
export interface ServeMode {
  /** Why there cannot be several workers, as the end of the sentence `WORKERS=2 …`. Absent: there can be. */
  singleProcess?: string;
  /** Of the options and the configuration, for the log. Absent: none. */
  warnings?: readonly string[];
  /** What it depends on besides the settings of every mode, for `portico doctor`. */
  checks?: readonly Check[];
  /** Rejects if the server could not start. Opens and creates nothing. */
  check(): Promise<void>;
  /** Starts the server. In a worker, the primary process has called `prepare`. */
  start(
    overrides: Pick<Overrides, 'log' | 'onProgress' | 'telemetry' | 'serve'>,
    isWorker: boolean,
  ): Promise<StartedServer>;
  /** Does the work that one process does for all workers; it is closed after them. */
  prepare?(log: Logger): Promise<{ close(): Promise<void> }>;
}

export interface StartedServer {
  server: RunningServer;
  /** Printed to standard error when the server is ready. */
  greeting: string;
}
