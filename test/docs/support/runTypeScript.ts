// Runs a block of TypeScript: in a folder with the endpoint document of its page, and with `portico` as the package.
import { once } from 'node:events';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import express from 'express';
import { buildSchema } from 'graphql';
import * as portico from '../../../src/gateway/index.ts';
import { Folder } from '../../commands/support/runPortico.ts';
import { BLOCKS, type Block, fileOf } from './pageBlocks.ts';

const DOCUMENT = 'query getBook($id: ID!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id title } }';

const require = createRequire(import.meta.url);

const SDL = 'type Query { book(id: ID!): Book } type Book { id: ID! title: String! }';
const schema = buildSchema(SDL);
schema.getQueryType()!.getFields()['book']!.resolve = (_, { id }: { id: string }) => ({ id, title: 'Emma' });

class HttpException extends Error {
  getStatus = () => 403;
}
class PrismaClientKnownRequestError extends Error {
  code = 'P2002';
}

/** Errors of the packages of hosts, and another one. */
export const HOST_ERRORS: readonly unknown[] = [
  new HttpException('Forbidden'),
  Object.assign(new Error('Gone'), { expose: true, status: 410, statusCode: 410 }),
  new PrismaClientKnownRequestError('Unique'),
  new Error('unknown'),
];

/** What a block exports, and the responses of the servers that it starts to a request for a book. */
export interface TypeScriptRun {
  exports: Partial<{
    default: { endpoints?: string; fetch?: (request: Request) => Promise<Response> };
    resolvers: { Query: { order: (parent: null, args: object, context: object) => unknown } };
    gatewayConfig: { persistedDocuments: { getPersistedOperation: (id: string) => string | null } };
    mapError: (error: unknown) => { status: number } | undefined;
  }>;
  responses: string[];
}

export async function runTypeScript(block: Block): Promise<TypeScriptRun> {
  const folder = new Folder({ 'rest/v1/getBook.graphql': DOCUMENT, 'schema.graphql': SDL });
  await folder.run('build --schema schema.graphql --endpoints rest --out plan.json');
  const servers: http.Server[] = [];
  const { page, text } = block;
  const app = express();
  // A block listens at a port of its own; here it is any free one.
  const createServer = (listener: http.RequestListener) => {
    const server = http.createServer(listener);
    servers.push(server);
    return { listen: () => server.listen(0, '127.0.0.1') };
  };
  const caller = { subject: 'ada', scopes: [] };
  const modules: Readonly<Record<string, unknown>> = {
    portico,
    'node:http': { createServer },
    'node:fs': { readFileSync: () => '{"a": "query { book { id } }"}' },
    './schema.js': { schema },
    './callers.ts': { findCaller: () => caller, createLoaders: () => ({}) },
    '@nestjs/common': { HttpException },
    '@prisma/client': { Prisma: { PrismaClientKnownRequestError } },
    './plan.json': folder.json('plan.json'),
  };
  const globals: Readonly<Record<string, unknown>> = {
    require: (name: string) => modules[name] ?? evaluateFile(name) ?? require(name),
    url: pathToFileURL(folder.at('server.ts')).href,
    schema,
    app,
    createPortico: portico.createPortico,
    authenticate: () => caller,
    findCaller: () => caller,
    createLoaders: () => ({}),
    orders: { findOne: (filter: object) => filter },
  };
  function evaluate(source: string): TypeScriptRun['exports'] {
    const [, own] = /^const (resolvers|mapError)\b/m.exec(source) ?? [];
    const { code } = transformSync(own === undefined ? source : `${source}\nexport { ${own} };`, {
      loader: 'ts',
      format: 'cjs',
      define: { 'import.meta.url': 'url' },
    });
    const module = { exports: {} };
    const values = { ...globals, module, exports: module.exports };
    // Imports of the block are constants, and so hide globals of the same name.
    new Function(...Object.keys(values), `{${code}}`)(...Object.values(values));
    return module.exports;
  }

  /** Another block of the page. */
  function evaluateFile(name: string): object | undefined {
    const file = BLOCKS.find((each) => each.page === page && `./${fileOf(each)}` === name);
    return file && evaluate(file.text);
  }

  try {
    const exports = evaluate(text);
    if (text.includes('app.use(')) servers.push(app.listen(0, '127.0.0.1'));
    const responses: string[] = [];
    for (const server of servers) responses.push(await askForBook(server, text.includes('/api') ? '/api' : ''));
    return { exports, responses };
  } finally {
    for (const server of servers) server.close().closeAllConnections();
  }
}

async function askForBook(server: http.Server, basePath: string): Promise<string> {
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${basePath}/v1/books/1`, {
    headers: { authorization: 'Bearer x' },
    // A server without a listener never responds.
    signal: AbortSignal.timeout(60_000),
  });
  return `${response.status} ${await response.text()}`;
}
