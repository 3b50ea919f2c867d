// An API on 127.0.0.1 that plays fixtures, and remembers what it was sent.
import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Fixture {
  status?: number;
  headers?: Record<string, string | string[]>;
  /** Bytes and texts as they are, anything else as JSON. */
  body?: unknown;
}

export interface FixtureServer {
  origin: string;
  received: { line: string; headers: IncomingHttpHeaders; body: string }[];
  /** By method and path, or made of the body of a request. `destroy` closes the connection without a response. Others are 404. */
  fixtures: Record<string, Fixture | 'destroy' | ((body: string) => Fixture)>;
  /** Awaited before each response. */
  hold: (line: string) => unknown;
  close(): Promise<void>;
}

export async function playFixtures(fixtures: FixtureServer['fixtures'] = {}): Promise<FixtureServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const line = `${request.method} ${request.url}`;
    played.received.push({ line, headers: request.headers, body: Buffer.concat(chunks).toString() });
    await played.hold(line);
    const found = played.fixtures[line] ?? { status: 404, body: { error: 'Not found' } };
    const fixture = typeof found === 'function' ? found(played.received.at(-1)!.body) : found;
    if (fixture === 'destroy') return request.socket.destroy();
    const { status = 200, headers, body } = fixture;
    const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
    response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers });
    return response.end(isJson ? JSON.stringify(body) : body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const played: FixtureServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    fixtures,
    hold: () => undefined,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return played;
}
