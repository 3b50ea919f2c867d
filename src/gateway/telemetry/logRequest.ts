import type { Logger } from './createLogger.ts';
import { truncatePath } from './truncatePath.ts';

/** What is told of one answered request: neither query, nor body, nor token. */
export interface RequestLine {
  method: string;
  /** Without the query. */
  path: string;
  /** 0 if the client left before there was an answer. */
  status: number;
  milliseconds: number;
  requestId: string;
  /** Of the caller, where it is known. */
  subject: string | undefined;
}

/** Logs one request: at `info`, or at `debug` for the probes of health, which come all the time. */
export function logRequest(log: Logger, isProbe: boolean, line: RequestLine): void {
  log[isProbe ? 'debug' : 'info']({ ...line, path: truncatePath(line.path) }, 'request');
}
