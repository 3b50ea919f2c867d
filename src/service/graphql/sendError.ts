import type { ServerResponse } from 'node:http';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';
import { internalFailure } from '../../gateway/runtime/errorOfResult.ts';
import type { Logger } from '../../gateway/telemetry/createLogger.ts';
import { reportFailure } from '../../gateway/telemetry/reportFailure.ts';
import { endReply } from '../../gateway/server/endReply.ts';
import type { Exchange } from '../../gateway/server/Exchange.ts';

/** Sends an error in GraphQL's format for a request that did not reach Apollo Server, or whose response came too late. */
export function sendError(
  log: Logger,
  response: ServerResponse,
  { method, target, requestId, signal }: Exchange,
  thrown: unknown,
): void {
  // The client has disconnected: not an error.
  if (signal.aborted && thrown === signal.reason && !(thrown instanceof ServiceError)) return void response.destroy();
  const error = thrown instanceof ServiceError ? thrown : internalFailure(thrown);
  if (error.status >= 500) reportFailure(log, { requestId, method, target, error });
  if (response.headersSent) return void response.destroy();
  const body = JSON.stringify({ errors: [error.toJSON()] });
  response.writeHead(error.status, {
    ...error.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  endReply(response, body, !response.shouldKeepAlive || error.headers['connection'] === 'close');
}
