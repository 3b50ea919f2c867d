import type { Logger } from './createLogger.ts';
import { truncatePath } from './truncatePath.ts';

/** A request that failed on the server's side. */
export interface RequestFailure {
  requestId: string;
  method: string;
  /** Without the query. */
  path: string;
  /** With a cause that no client sees. */
  error: unknown;
}

/** Logs a failure with its cause, under the request id that the client received. */
export function reportFailure(log: Logger, { requestId, method, path, error }: RequestFailure): void {
  log.error({ requestId, method, path: truncatePath(path), err: error }, 'request failed');
}
