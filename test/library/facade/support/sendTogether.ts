import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

/** A GET request. */
export interface TogetherRequest {
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Closes the connection. */
  signal?: AbortSignal;
}

export interface TogetherResponse {
  status: number;
  body: unknown;
}

/**
 * Sends requests to a server of this process that begin in one turn of its event loop: each over a connection that is open already, and
 * all written before the loop reads again. The status of one whose connection is closed is NaN.
 */
export async function sendTogether(url: string, requests: readonly TogetherRequest[]): Promise<TogetherResponse[]> {
  const sockets = await Promise.all(requests.map(() => openConnection(url)));
  const { host } = new URL(url);
  const responses = sockets.map(readResponse);
  for (const [index, { path, headers, signal }] of requests.entries()) {
    signal?.addEventListener('abort', () => sockets[index]!.destroy());
    const lines = Object.entries({ host, connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    sockets[index]!.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  }
  return Promise.all(responses);
}

/** A connection over which the server has answered. */
async function openConnection(url: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /health/live HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  await once(socket, 'data');
  return socket;
}

/** Reads until the server closes the connection. */
async function readResponse(socket: Socket): Promise<TogetherResponse> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString();
  const body: unknown = text === '' ? undefined : JSON.parse(text.slice(text.indexOf('\r\n\r\n')));
  return { status: parseInt(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)), body };
}
