import type { IncomingMessage } from 'node:http';
import type { Peer } from '../protocol/parseForwarded.ts';

/** The other end of the connection of a request. */
export function readPeer({ socket }: IncomingMessage): Peer {
  return { address: socket.remoteAddress, encrypted: 'encrypted' in socket && socket.encrypted === true };
}
