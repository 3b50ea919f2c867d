// A façade over a schema and documents that stand in a test, and a GraphQL server behind it that responds as the test says.
import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import type { PorticoFailure } from '../../../src/gateway/index.ts';
import { serveSchema } from './serveSchema.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: { query: string; operationName?: string; variables?: Record<string, unknown> };
}

export interface StubUpstream {
  url: string;
  received: Received[];
  /** How the next requests are answered. */
  answer: (request: Received) => { body: unknown } | Promise<{ body: unknown }>;
  close(): void;
}

export async function stubUpstream(): Promise<StubUpstream> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Received['body'];
      const received = { headers: request.headers, body };
      stub.received.push(received);
      response.setHeader('content-type', 'application/json');
      void Promise.resolve(stub.answer(received)).then((answer) => response.end(JSON.stringify(answer.body)));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stub: StubUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    received: [],
    answer: () => ({ body: { data: {} } }),
    close: () => void server.close().closeAllConnections(),
  };
  return stub;
}

export interface OpenFacade {
  url: string;
  reports: PorticoFailure[];
  send(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: unknown }>;
  close(): void;
}

/** `files` are texts by file name in the folder v1. */
export async function openFacade(options: {
  upstream: StubUpstream;
  sdl: string;
  files: Readonly<Record<string, string>>;
}): Promise<OpenFacade> {
  const { upstream, sdl, files } = options;
  const documents = Object.fromEntries(Object.entries(files).map(([name, text]) => [`v1/${name}`, text]));
  const served = await serveSchema(buildSchema(sdl), documents, { upstream: { url: upstream.url } });
  const { url, reports, close } = served;
  return {
    url,
    reports,
    close,
    async send(path, init) {
      const response = await fetch(url + path, init);
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
    },
  };
}
