// How replies are written: with the headers of every response, and so that clients which still send can read them.
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BodyStream, Reply } from '../http/Reply.ts';
import { commonHeaders } from '../http/ownHeaders.ts';

/** Writes a reply with the common headers. Node omits the body of a response to HEAD. */
export function writeReply(response: ServerResponse, reply: Reply, requestId: string): void {
  const { status, headers, body, stream } = reply;
  const fields = toFields(reply, requestId);
  // Only chunks can have one behind them, which HTTP/1.0 does not have.
  if (stream && reply.trailer && response.req.httpVersionMinor > 0) fields.push('trailer', reply.trailer.name);
  response.writeHead(status, fields);
  if (stream) return writeStream(response, stream, reply.trailer);
  endReply(response, body, !response.shouldKeepAlive || headers['connection'] === 'close');
}

/** Writes a body as it is made, no faster than the client reads it. What fails destroys the connection: the body has no end then. */
function writeStream(response: ServerResponse, stream: BodyStream, trailer: Reply['trailer']): void {
  response.flushHeaders();
  pipeline(stream, response, { end: false }).then(
    () => {
      const value = trailer?.read();
      if (value !== undefined) response.addTrailers([[trailer!.name, value]]);
      response.end();
    },
    () => (response.req.httpVersion === '1.0' ? resetConnection(response) : response.destroy()),
  );
}

/** Destroys a connection so that its end is not that of the body, as in HTTP/1.0; only TCP can be reset. */
function resetConnection(response: ServerResponse): void {
  try {
    response.socket?.resetAndDestroy();
  } catch {
    response.destroy();
  }
}

/** Names and values in turn: Node writes a list as it is, and a copy of the headers would take longer than writing them. */
function toFields({ headers, isComplete }: Reply, requestId: string): string[] {
  const fields: string[] = [];
  for (const name in headers) fields.push(name, headers[name]!);
  if (isComplete) return fields;
  const common: Reply['headers'] = commonHeaders(requestId);
  for (const name in common) fields.push(name, common[name]!);
  return fields;
}

/** Writes a reply to a connection for which Node has no response object, and ends the connection. */
export function writeReplyToSocket(
  socket: Duplex,
  { status, headers, body, isComplete }: Reply,
  requestId: string,
): void {
  const common = isComplete ? {} : commonHeaders(requestId);
  const fields = { date: new Date().toUTCString(), ...headers, ...common, connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('')}\r\n${body ?? ''}`);
}

/** Bytes of a body that are read after the response, for clients that read only when they have sent everything. */
export const MAX_DISCARDED_BYTES = 8 * 1024 * 1024;
/** Time in which such a client must send more. */
const IDLE_TIMEOUT_MS = 500;

/**
 * Ends a response whose head is written. Node closes the connection after its last response, and data that arrives then resets
 * it, often before the client has read the response: so while a body is still arriving, the response is sent at once, but the
 * connection is closed only when no more data arrives, or too much. See RFC 9112, section 9.6.
 */
export function endReply(response: ServerResponse, body: string | Uint8Array | null, isLast: boolean): void {
  const { req: request } = response;
  if (!isLast || request.complete || request.destroyed) return void response.end(body ?? undefined);
  if (body === null) response.flushHeaders();
  else response.write(body);
  // The parser may stop at the body in this turn of the event loop, and the server of a host destroys the connection then.
  response.socket?.uncork();
  let discardedBytes = 0;
  const end = () => {
    clearTimeout(timeout);
    request.off('data', discard);
    if (!response.writableEnded) response.end();
  };
  const discard = (chunk: Buffer) => {
    discardedBytes += chunk.length;
    if (discardedBytes > MAX_DISCARDED_BYTES) end();
    else timeout.refresh();
  };
  const timeout = setTimeout(end, IDLE_TIMEOUT_MS);
  request.on('data', discard).once('end', end).once('close', end).resume();
}
