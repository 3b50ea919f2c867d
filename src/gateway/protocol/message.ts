import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../access/Caller.ts';

/** A request as the engine sees it: plain data, and a body that is read only when it is wanted. */
export interface RestRequest {
  method: string;
  /** The request target as received, path and query in their percent-encoded form, with the base path. */
  target: string;
  headers: IncomingHttpHeaders;
  requestId: string;
  /** The other end of the connection: its IP address, and whether the connection is TLS. */
  peer?: { address: string | undefined; encrypted: boolean };
  /** What the request was made from. The engine hands it on to the execution, and does not look at it. */
  origin?: unknown;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
  /** Milliseconds since the epoch after which it is given up; absent: `REQUEST_TIMEOUT_MS` after it is executed. */
  deadline?: number;
  /** Reads the whole body; rejects with a ServiceError CONTENT_TOO_LARGE beyond `limit` bytes. */
  readBody(limit: number): Promise<Uint8Array>;
  /** Waits for a body that is not wanted; rejects with BAD_REQUEST if it breaks. Absent where none was announced. */
  dropBody?(): Promise<void>;
  /** Is given the caller as soon as the credentials are verified, whatever becomes of the request. */
  onAuthenticated?(caller: Caller): void;
}

/** An answer, ready to be written as it is. Header names are in lower case. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Text, or bytes where it has a content coding. Null sends no body. An answer to HEAD has the body's Content-Length and no body. */
  body: string | Uint8Array | null;
}
