import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Reply } from '../protocol/Reply.ts';
import { commonHeaders } from './commonHeaders.ts';
import { endReply } from './endReply.ts';

/** Writes a reply with the common headers. Node omits the body of a response to HEAD. */
export function writeReply(response: ServerResponse, { status, headers, body }: Reply, requestId: string): void {
  response.writeHead(status, { ...headers, ...commonHeaders(requestId) });
  endReply(response, body, !response.shouldKeepAlive || headers['connection'] === 'close');
}

/** Writes a reply to a connection for which Node has no response object, and ends the connection. */
export function writeReplyToSocket(socket: Duplex, { status, headers, body }: Reply, requestId: string): void {
  const fields = { date: new Date().toUTCString(), ...headers, ...commonHeaders(requestId), connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('')}\r\n${body ?? ''}`);
}
