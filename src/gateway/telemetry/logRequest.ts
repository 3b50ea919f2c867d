import type { Logger } from './createLogger.ts';
import { truncatePath } from './truncatePath.ts';

/** One line of the log: no query, body or token. */
export interface RequestLine {
  method: string;
  /** Without the query. */
  path: string;
  /** 0 if the client disconnected before the response. */
  status: number;
  milliseconds: number;
  requestId: string;
  /** The subject of the caller; undefined without credentials. */
  subject: string | undefined;
}

/** Logs one request: at `info`, or at `debug` for health probes. */
export function logRequest(log: Logger, isProbe: boolean, line: RequestLine): void {
  log[isProbe ? 'debug' : 'info']({ ...line, path: truncatePath(line.path) }, 'request');
}
