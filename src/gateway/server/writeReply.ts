import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Reply } from '../protocol/Reply.ts';
import { commonHeaders } from './commonHeaders.ts';
import { endReply } from './endReply.ts';

/** Writes a reply with the common headers. Node omits the body of a response to HEAD. */
export function writeReply(response: ServerResponse, { status, headers, body }: Reply, requestId: string): void {
  response.writeHead(status, toFields(headers, requestId));
  endReply(response, body, !response.shouldKeepAlive || headers['connection'] === 'close');
}

/** Names and values in turn: Node writes a list as it is, and a copy of the headers would take longer than writing them. */
function toFields(headers: Reply['headers'], requestId: string): string[] {
  const fields: string[] = [];
  for (const name in headers) fields.push(name, headers[name]!);
  const common = commonHeaders(requestId);
  for (const name in common) fields.push(name, common[name]!);
  return fields;
}

/** Writes a reply to a connection for which Node has no response object, and ends the connection. */
export function writeReplyToSocket(socket: Duplex, { status, headers, body }: Reply, requestId: string): void {
  const fields = { date: new Date().toUTCString(), ...headers, ...commonHeaders(requestId), connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('')}\r\n${body ?? ''}`);
}
