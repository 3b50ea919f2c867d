// A GraphQL API for `init` and `dev`: it responds what a test says, and keeps what it received.
import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Received {
  query: string;
  headers: IncomingHttpHeaders;
}

export interface UpstreamServer {
  url: string;
  received: Received[];
}

/** Serves it until the end of the test. A text is sent as it is, anything else as JSON. */
export async function serveUpstream(respond: (query: string) => unknown, status = 200): Promise<UpstreamServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { query } = JSON.parse(await text(request)) as { query: string };
    received.push({ query, headers: request.headers });
    const body = respond(query);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`, received };
}
