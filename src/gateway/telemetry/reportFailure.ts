import type { Logger } from './createLogger.ts';
import { cutPath } from './cutPath.ts';
import { pathOf } from './pathOf.ts';

/** A request that failed on this side; `error` is what the client is not told. */
export interface Failure {
  requestId: string;
  method: string;
  /** The request target; of it only the path is logged. */
  target: string;
  error: unknown;
}

/** Logs a failure with its cause, under the request id that the client received. */
export function reportFailure(log: Logger, { requestId, method, target, error }: Failure): void {
  log.error({ requestId, method, path: cutPath(pathOf(target)), err: error }, 'request failed');
}
