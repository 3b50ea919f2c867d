// Conduit, the API of RealWorld, on the loopback interface.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { createPortico } from '../../src/gateway/index.ts';
import { createRoot } from './resolve.ts';
import { Store } from './store.ts';

/** The configuration of the commands, such as `portico openapi`. */
const { basePath } = JSON.parse(readFileSync(new URL('portico.config.json', import.meta.url), 'utf8')) as {
  basePath: string;
};

/** Starts the server with an empty store; port 0 selects a free port. */
export async function startConduit(port: number) {
  const store = new Store();
  const schema = buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'));
  // graphql-js looks a root field up on the root value, which a host of Portico has on the types.
  const root = createRoot(store) as Readonly<Record<string, unknown>>;
  for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
    for (const field of Object.values(type.getFields())) {
      field.resolve = (_, ...given) => (root[field.name] as (...given: unknown[]) => unknown)(...given);
    }
  }
  const portico = createPortico({
    schema,
    endpoints: new URL('endpoints', import.meta.url),
    basePath,
    openapi: true,
    authenticate: async ({ authorization }) => {
      const caller = store.findCaller(/^Token (.+)$/.exec(authorization ?? '')?.[1] ?? '');
      return caller && { subject: String(caller.id), scopes: [] };
    },
  });
  const server = createServer(portico.handler).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`);
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, close };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startConduit(4200);
  process.stderr.write(`Conduit is at ${url.href}\n`);
}
