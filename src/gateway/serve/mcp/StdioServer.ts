import type { Logger } from '../../base/telemetry/createLogger.ts';

export interface StdioOptions {
  /** Of every call, as the scheme of the conventions sends it; absent: none. */
  token?: string | undefined;
  /** Further headers of every call, in lower case. */
  headers?: Readonly<Record<string, string>>;
  log: Logger;
}

export interface StdioServer {
  /** Resolves when the client closes standard input, or the process receives a signal. */
  closed: Promise<void>;
  close(): Promise<void>;
}
