// The example on the loopback interface. The tokens `ada` and `eve` are customers', `staff` is that of an employee.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type PorticoCaller, createPortico } from '../../src/gateway/index.ts';
import { createResolvers } from './resolvers.ts';
import { OrderStore } from './store.ts';

const scopes = ['orders:read', 'orders:write'];

/** In place of verified JWTs: `claims` is their payload. */
const CALLERS: Readonly<Record<string, PorticoCaller>> = {
  'Bearer ada': { subject: 'ada', scopes },
  'Bearer eve': { subject: 'eve', scopes },
  'Bearer staff': { subject: 'sam', scopes, claims: { role: 'staff' } },
  'Bearer nobody': { subject: '', scopes },
  'Bearer reader': { subject: 'ada', scopes: ['orders:read'] },
};

/** Starts the server with its own data; port 0 selects a free port. */
export async function startOwnOrders(port: number) {
  const portico = createPortico({
    schema: makeExecutableSchema({
      typeDefs: readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'),
      resolvers: createResolvers(new OrderStore()),
    }),
    endpoints: new URL('endpoints', import.meta.url),
    authenticate: ({ authorization }) => CALLERS[authorization ?? ''],
    openapi: true,
  });
  const server = createServer(portico.handler).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, close };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startOwnOrders(4700);
  process.stderr.write(`The API is at ${url.href}v1/orders\n`);
}
