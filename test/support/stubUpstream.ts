// A GraphQL server that answers what a test tells it to, and remembers what it was sent.
import { once } from 'node:events';
import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  body: { query: string; operationName?: string; variables?: Record<string, unknown> };
  /** Fulfilled when the connection was closed before there was an answer. */
  abandoned: Promise<unknown>;
}

/** A whole answer; text is sent as it is, anything else as JSON. */
export interface StubAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** A server, and what names it as an upstream. */
export interface StubUpstream {
  url: URL;
  headers: Readonly<Record<string, string>>;
  forwarded: readonly string[];
  received: Received[];
  /** How the next requests are answered. Undefined: never. */
  answer: (request: Received, response: ServerResponse) => StubAnswer | undefined | Promise<StubAnswer>;
  /** Fulfilled by the next request. */
  next(): Promise<Received>;
  close(): Promise<void>;
}

export async function stubUpstream(): Promise<StubUpstream> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Received['body'];
      const abandoned = once(response, 'close');
      const received = { headers: request.headers, body, abandoned };
      stub.received.push(received);
      server.emit('received', received);
      const answer = await stub.answer(received, response);
      if (!answer) return;
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stub: StubUpstream = {
    url: new URL(`http://127.0.0.1:${port}/graphql`),
    headers: {},
    forwarded: [],
    received: [],
    answer: () => ({ body: { data: {} } }),
    next: async () => (await once(server, 'received'))[0] as Received,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return stub;
}
