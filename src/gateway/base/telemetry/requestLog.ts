import type { Logger } from './createLogger.ts';
import type { TraceContext } from './traceContext.ts';

/** One line of the log: no query, body or token. */
export interface RequestLine {
  method: string;
  /** Without the query. */
  path: string;
  /** 0 if the client disconnected before the response. */
  status: number;
  milliseconds: number;
  /** Set where the client left, or a failure ended the response, after its beginning. */
  aborted?: true;
  requestId: string;
  /** Absent: there is none. */
  traceId?: string | undefined;
  /** The subject of the caller; undefined without credentials. */
  subject: string | undefined;
  /** Its issuer. Absent: there is only one. */
  issuer?: string | undefined;
  /** Method and path template, such as `GET /products/{id}`. Absent, as the version: the request reached no endpoint. */
  endpoint?: string;
  version?: number;
  /** See `clientName`. */
  client: string;
  /** The deprecated parameters and fields that the request used, such as `parameter sort`. Absent: none. */
  deprecated?: readonly string[];
}

/** Logs one request: at `info`, or at `debug` for health probes. */
export function logRequest(log: Logger, isProbe: boolean, line: RequestLine): void {
  log[isProbe ? 'debug' : 'info']({ ...line, path: truncatePath(line.path) }, 'request');
}

interface RequestFailure {
  requestId: string;
  /** Absent: there is none. */
  trace?: TraceContext | undefined;
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
  { requestId, trace, method, path, error, isCaught, document }: RequestFailure,
): void {
  const line = {
    requestId,
    traceId: trace?.traceId,
    method,
    path: truncatePath(path),
    ...(document !== undefined && { document }),
    err: error,
  };
  if (isCaught) log.warn(line, 'a field failed and is null');
  else log.error(line, 'request failed');
}

const MAX_PATH_LENGTH = 1_000;

/** A path as it is logged: a long one is truncated. */
export function truncatePath(path: string): string {
  return path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path;
}
