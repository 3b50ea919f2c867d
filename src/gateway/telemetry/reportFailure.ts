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
  /** Whether the response has null in place of what failed, and no error. */
  isCaught?: boolean;
  /** The endpoint document. Absent: the request reached no endpoint. */
  document?: string;
}

/** Logs a failure with its cause, under the request id that the client received. */
export function reportFailure(
  log: Logger,
  { requestId, method, path, error, isCaught, document }: RequestFailure,
): void {
  const line = { requestId, method, path: truncatePath(path), ...(document !== undefined && { document }), err: error };
  if (isCaught) log.warn(line, 'a field failed and is null');
  else log.error(line, 'request failed');
}
