// Articles in the style of JSON:API, on the loopback interface.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { createPortico } from '../../src/gateway/index.ts';
import { createRoot } from './resolve.ts';

/** Starts the server with its first articles; port 0 selects a free port. */
export async function startArticles(port: number) {
  const schema = buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'));
  // graphql-js looks a root field up on the root value, which a host of Portico has on the types.
  const root = createRoot() as Readonly<Record<string, unknown>>;
  for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
    for (const field of Object.values(type.getFields())) {
      field.resolve = (_, ...given) => (root[field.name] as (...given: unknown[]) => unknown)(...given);
    }
  }
  const portico = createPortico({ schema, endpoints: new URL('endpoints', import.meta.url), openapi: true });
  const server = createServer(portico.handler).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, close, warnings: portico.warnings };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startArticles(4500);
  process.stderr.write(`The articles are at ${url.href}articles\n`);
}
