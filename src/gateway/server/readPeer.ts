import type { IncomingMessage } from 'node:http';
import type { RestRequest } from '../protocol/message.ts';

/** The other end of the connection of a request. */
export function readPeer({ socket }: IncomingMessage): NonNullable<RestRequest['peer']> {
  return { address: socket.remoteAddress, encrypted: 'encrypted' in socket && socket.encrypted === true };
}
