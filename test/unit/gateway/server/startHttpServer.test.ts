// A client that does not read its response gets its connection closed: otherwise it could keep it for ever.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Socket, connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createLogger } from '../../../../src/gateway/telemetry/createLogger.ts';
import { REQUEST_TIMEOUT_MS, OUTCOME_TIMEOUT_MS } from '../../../../src/gateway/runtime/withDeadline.ts';
import { startHttpServer } from '../../../../src/gateway/server/startHttpServer.ts';

let arrived: (exchange: { request: IncomingMessage; response: ServerResponse }) => void;
const server = await startHttpServer({
  host: '127.0.0.1',
  port: 0,
  basePath: '',
  api: () => ({ rest: { handle: () => Promise.reject(new Error()) }, docs: { find: () => undefined } }),
  graphql: { handle: (request, response) => arrived({ request, response }) },
  ping: async () => {},
  log: createLogger('silent'),
});
const clients: Socket[] = [];
afterAll(async () => {
  for (const client of clients) client.destroy();
  await server.close();
});

/** Sends a request on a new connection, or a further one on a connection. */
async function send(client = connect(server.port, '127.0.0.1')) {
  clients.push(client);
  const exchange = new Promise<Parameters<typeof arrived>[0]>((resolve) => (arrived = resolve));
  client.write('GET /graphql HTTP/1.1\r\nHost: a\r\n\r\n');
  return { client, ...(await exchange) };
}

test('the connection of a response that nobody reads is closed when its time is over', async () => {
  const { client, request, response } = await send();
  // Node resets this time whenever bytes are received or sent.
  const { timeout } = request.socket;
  expect(timeout).toBeGreaterThan(REQUEST_TIMEOUT_MS + OUTCOME_TIMEOUT_MS);
  expect(timeout).toBeLessThanOrEqual(60_000);
  client.pause();
  response.end('x');
  request.socket.emit('timeout');
  await once(client.resume(), 'close');
});

test('the next request of a connection has it as well', async () => {
  const { client, request, response } = await send();
  response.end('x');
  await once(response, 'close');
  // Load balancers keep idle connections for longer.
  expect(request.socket.timeout).toBeGreaterThan(60_000);
  const next = await send(client);
  expect(next.request.socket).toBe(request.socket);
  expect(next.request.socket.timeout).toBe(60_000);
  next.response.end();
});
