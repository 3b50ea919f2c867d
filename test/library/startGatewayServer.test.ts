import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type RunningServer,
  createEngine,
  createLogger,
  loadPlan,
  readSettings,
  renderAsset,
  startGatewayServer,
} from '../../src/gateway/server.ts';

type GatewayParts = Parameters<typeof startGatewayServer>[1];

const settings = readSettings({ PORT: '0', CORS_ORIGINS: 'https://app.example' });
const endpoints = fileURLToPath(new URL('../commands/cli/support/endpoints', import.meta.url));
const schema = buildSchema('directive @endpoint on FIELD\ntype Query { hello(name: String): String! }');
const engine = createEngine({
  plan: loadPlan({ endpoints }, schema),
  schema,
  prepare: () => async () => ({ data: { text: 'hello' } }),
  authenticate: async () => ({ subject: '', scopes: new Set(), claims: {}, authorization: '' }),
  report: () => {},
  settings,
});
const rest: NonNullable<GatewayParts['rest']> = { engine, tokenSource: { kind: 'issuer' } };

let calls: string[];
let logged: { level: number; msg: string }[];
let server: RunningServer | undefined;
beforeEach(() => {
  calls = [];
  logged = [];
  server = undefined;
});
afterEach(() => server?.close());
const log = createLogger('warn', { write: (line) => logged.push(JSON.parse(line) as (typeof logged)[0]) });
const ping = async () => void calls.push('ping');
const graphql: NonNullable<GatewayParts['graphql']> = {
  handle: (_, response) => void response.end('{"data":{}}'),
  renderGraphiql: async ({ path }) => new Map([[path, renderAsset('', 'graphiql', 'html', 'GraphiQL')[1]]]),
  close: async () => void calls.push('close'),
};

async function statusesOf(paths: readonly string[]) {
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, (await fetch(server!.url + path)).status] as const)),
  );
}
const PATHS = ['/v1/greeting', '/v1/openapi.json', '/docs', '/docs/changes', '/graphiql', '/graphql', '/health/ready'];

test('serves REST, its documentation, GraphQL and health', async () => {
  server = await startGatewayServer(settings, { rest, graphql, ping, log });
  expect(await statusesOf(PATHS)).toEqual({
    '/v1/greeting': 200,
    '/v1/openapi.json': 200,
    '/docs': 200,
    '/docs/changes': 200,
    '/graphiql': 200,
    '/graphql': 200,
    '/health/ready': 200,
  });
  expect(calls).toEqual(['ping']);
});

test('has neither /graphql nor GraphiQL without a GraphQL handler', async () => {
  server = await startGatewayServer(settings, { rest, ping, log });
  expect(await statusesOf(['/docs', '/graphiql', '/graphql'])).toEqual({
    '/docs': 200,
    '/graphiql': 404,
    '/graphql': 404,
  });
});

test('has only /graphql and health without REST', async () => {
  server = await startGatewayServer(settings, { graphql, ping, log });
  expect(await statusesOf(PATHS)).toEqual({
    ...Object.fromEntries(PATHS.map((path) => [path, 404])),
    '/graphql': 200,
    '/health/ready': 200,
  });
  expect(await (await fetch(`${server.url}/v1/greeting`)).json()).toEqual({
    error: 'Not found. This server has /graphql, /health/live and /health/ready.',
  });
});

test('lets pages of other origins send the headers that its engine reads, each named once', async () => {
  const reading = { ...rest.engine, requestHeaders: ['X-Request-Id', 'X-Tenant', 'Accept'] };
  server = await startGatewayServer(settings, { rest: { ...rest, engine: reading }, ping, log });
  const { status, headers } = await fetch(`${server.url}/v1/nothing`, {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
  });
  expect([status, headers.get('content-type'), headers.get('access-control-allow-headers')]).toEqual([
    204,
    null,
    'Authorization, Content-Type, Accept, If-Match, If-None-Match, X-Client-Name, Content-Encoding, traceparent, tracestate, X-Request-Id, X-Tenant',
  ]);
  // Of a path that does not exist, every method; and a request itself is no preflight.
  expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  const get = { origin: 'https://app.example', 'access-control-request-method': 'GET' };
  const response = await fetch(`${server.url}/v1/nothing`, { headers: get });
  expect([response.status, response.headers.get('access-control-max-age')]).toEqual([404, null]);
});

test('lets pages of all origins read all of it with *, without credentials, which would be cookies', async () => {
  server = await startGatewayServer(readSettings({ PORT: '0', CORS_ORIGINS: '*' }), { rest, graphql, ping, log });
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' };
  const paths = ['/v1/greeting', '/v1/greeting?x=1', '/nothing', '/docs', '/graphql', '/health/live'];
  for (const [path, method] of paths.flatMap((each) => [[each, 'GET'] as const, [each, 'OPTIONS'] as const])) {
    const granted = (await fetch(server.url + path, { method, headers })).headers;
    const names = ['access-control-allow-origin', 'access-control-allow-credentials'];
    expect([path, ...names.map((name) => granted.get(name))]).toEqual([path, '*', null]);
    expect([path, granted.get('vary') ?? '']).toEqual([path, expect.not.stringContaining('Origin')]);
    expect(granted.get('access-control-expose-headers') === null).toBe(method === 'OPTIONS');
  }
});

test('logs the warnings of the documents', async () => {
  server = await startGatewayServer(settings, { rest, ping, log });
  expect(logged).toEqual([expect.objectContaining({ level: 40, msg: expect.stringContaining('@endpoint') })]);
});

test('closes the GraphQL handler after the server', async () => {
  const running = await startGatewayServer(settings, { graphql, ping, log });
  await running.close();
  expect(calls).toEqual(['close']);
  await expect(fetch(running.url)).rejects.toThrow('fetch failed');
});

test('closes the GraphQL handler where the port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(startGatewayServer({ ...settings, port }, { graphql, ping, log })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  other.close();
  expect(calls).toEqual(['close']);
});
