import type { ServerResponse } from 'node:http';
import { OVERLOADED } from '../../gateway/errors/overloaded.ts';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { internalError } from '../../gateway/runtime/internalError.ts';
import type { Logger } from '../../gateway/telemetry/createLogger.ts';
import { reportFailure } from '../../gateway/telemetry/reportFailure.ts';
import { endReply } from '../../gateway/server/endReply.ts';
import type { Exchange } from '../../gateway/server/Exchange.ts';

/** Sends an error in GraphQL's format for a request that did not reach Apollo Server, or whose response came too late. */
export function sendError(
  log: Logger,
  response: ServerResponse,
  { method, path, requestId, signal }: Exchange,
  thrown: unknown,
): void {
  // The client has disconnected: not an error.
  if (signal.aborted && thrown === signal.reason && !(thrown instanceof ServiceError)) return void response.destroy();
  const error = thrown instanceof ServiceError ? thrown : internalError(thrown);
  if (error.status >= 500 && error !== OVERLOADED) reportFailure(log, { requestId, method, path, error });
  if (response.headersSent) return void response.destroy();
  const body = JSON.stringify({ errors: [error.toJSON()] });
  response.writeHead(error.status, {
    ...error.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  endReply(response, body, !response.shouldKeepAlive || error.headers['connection'] === 'close');
}
