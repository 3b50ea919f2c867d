// Connections to an upstream: how many there are, and what becomes of a request whose connection is closed.
import { once } from 'node:events';
import { type RequestListener, type Server, createServer, globalAgent } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, type Socket, connect, createServer as createTcpServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { buildSchema } from 'graphql';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type PorticoFailure, createPortico } from '../../../src/gateway/index.ts';
import { CERTIFICATE, KEY } from '../../support/testCertificate.ts';
import { folderOf } from '../support/folderOf.ts';

const schema = buildSchema('type Query { count: String } type Mutation { add: String }');
const endpoints = folderOf({
  'v1/count.graphql': 'query count @endpoint(method: GET, path: "/count") { count }',
  'v1/add.graphql': 'mutation add @endpoint(method: POST, path: "/count", status: 200) { add }',
});
const RESULT = '{"data":{"count":"1","add":"1"}}';
let failures: PorticoFailure[] = [];
beforeEach(() => void (failures = []));

/** A server, the connections that were made to it, and its requests. */
async function listen(server: Server, protocol: string) {
  const connections: Socket[] = [];
  let requests = 0;
  server.on(protocol === 'https' ? 'secureConnection' : 'connection', (socket: Socket) => connections.push(socket));
  server.on('request', () => requests++);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = new URL(`${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}/graphql?a=b`);
  return { server, url, connections, requests: () => requests };
}

const respond: RequestListener = (request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(RESULT));
};

const facades = new Map<string, ReturnType<typeof createPortico>>();
afterEach(() => facades.clear());

/** What one façade in front of this server responds to a read or a write: the value, or the status of a refusal. */
async function post(url: URL, method: 'GET' | 'POST' = 'GET'): Promise<unknown> {
  const report = (failure: PorticoFailure) => void failures.push(failure);
  const facade = facades.get(url.href) ?? createPortico({ schema, endpoints, report, upstream: { url } });
  facades.set(url.href, facade);
  // Not shared with others at the same time.
  const headers = { 'cache-control': 'no-cache', 'x-request-id': 'r' };
  const response = await facade.fetch(new Request('http://localhost/v1/count', { method, headers }));
  const body: unknown = await response.json();
  return response.ok ? body : response.status;
}

describe.each([
  ['http', () => createServer(respond)],
  ['https', () => createSecureServer({ cert: CERTIFICATE, key: KEY }, respond)],
])('connections over %s', (protocol, create) => {
  beforeEach(() => void vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'));
  afterEach(() => void vi.unstubAllEnvs());

  test('are kept alive, for reads and writes alike', async () => {
    const { url, connections, requests } = await listen(create(), protocol);
    for (const method of ['GET', 'POST', 'GET', 'POST'] as const) {
      expect(await post(url, method)).toBe('1');
    }
    expect([connections.length, requests()]).toEqual([1, 4]);
  });

  test('that the upstream closes when they are idle are replaced, for reads and writes alike', async () => {
    const { server, url, connections, requests } = await listen(create(), protocol);
    for (const method of ['GET', 'POST', 'GET'] as const) {
      expect(await post(url, method)).toBe('1');
      const closed = connections.map((socket) => (socket.closed ? undefined : once(socket, 'close')));
      server.closeIdleConnections();
      await Promise.all(closed);
    }
    expect([connections.length, requests()]).toEqual([3, 3]);
  });

  test('are as many as are used at once', async () => {
    const { url, connections, requests } = await listen(create(), protocol);
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 5 }, () => post(url)));
    expect([connections.length, requests()]).toEqual([5, 15]);
  });
});

test('a certificate that is not trusted is refused, and nothing was sent', async () => {
  const { url, requests } = await listen(createSecureServer({ cert: CERTIFICATE, key: KEY }, respond), 'https');
  expect(await post(url, 'POST')).toBe(503);
  expect(failures).toMatchObject([{ error: { cause: { code: expect.stringContaining('SELF_SIGNED') } } }]);
  expect(requests()).toBe(0);
});

test('an idle connection is not used for longer than the upstream announces', async () => {
  const { url, connections, requests } = await listen(
    createServer((request, response) => {
      response.setHeader('keep-alive', 'timeout=1');
      respond(request, response);
    }),
    'http',
  );
  await post(url);
  await post(url, 'POST');
  expect([connections.length, requests()]).toEqual([2, 2]);
});

/** Closes each connection at its second request, as an upstream does that has just found it idle: the request is lost. */
describe('a connection that is closed just when it is used again', () => {
  const create = () => {
    const used = new WeakSet<Socket>();
    return createServer((request, response) => {
      if (used.has(request.socket)) return void request.socket.resetAndDestroy();
      used.add(request.socket);
      respond(request, response);
    });
  };

  test('is replaced for a read', async () => {
    const { url, connections, requests } = await listen(create(), 'http');
    // Both are kept alive, so that another one would not help.
    await Promise.all([post(url), post(url)]);
    expect(await post(url)).toBe('1');
    expect([connections.length, requests()]).toEqual([3, 4]);
  });

  test('leaves the outcome of a write unknown, which is not sent again', async () => {
    const { url, connections, requests } = await listen(create(), 'http');
    await post(url);
    expect(await post(url, 'POST')).toBe(500);
    expect([connections.length, requests()]).toEqual([1, 2]);
  });

  test('replaces it once', async () => {
    const isClosing = { value: false };
    const { url, requests } = await listen(
      createServer((request, response) => {
        if (isClosing.value) request.socket.resetAndDestroy();
        else respond(request, response);
      }),
      'http',
    );
    await post(url);
    isClosing.value = true;
    expect(await post(url)).toBe(503);
    expect(requests()).toBe(3);
  });
});

test('a new connection that is closed is not replaced: the request itself may be why', async () => {
  const { url, requests } = await listen(
    createServer(({ socket }) => socket.destroy()),
    'http',
  );
  expect(await post(url)).toBe(503);
  expect(requests()).toBe(1);
});

test('a write whose connection is not established in time was not sent', async () => {
  // Accepts the connection, but never completes the handshake.
  const sockets: Socket[] = [];
  const silent = createTcpServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    silent.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(silent, 'listening');
  const url = new URL(`https://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sent = post(url, 'POST');
  await once(silent, 'connection');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await sent).toBe(503);
});

test.each(['[::1]', '127.0.0.1'])('sends the path, the query and the host %s', async (host) => {
  let received: unknown;
  const server = createServer((request, response) => {
    received = { url: request.url, headers: request.headers };
    respond(request, response);
  }).listen(0, host.replace(/[[\]]/g, ''));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const isListening = await Promise.race([once(server, 'listening'), once(server, 'error').then(() => undefined)]);
  if (!isListening) return;
  const { port } = server.address() as AddressInfo;
  await post(new URL(`http://${host}:${port}/a%20b?c=d`));
  expect(received).toEqual({
    url: '/a%20b?c=d',
    headers: {
      host: `${host}:${port}`,
      connection: 'keep-alive',
      'content-length': expect.any(String),
      'x-request-id': 'r',
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json;q=0.9',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'portico',
    },
  });
});

describe('behind a proxy of the environment', () => {
  const { options } = globalAgent as typeof globalAgent & { options: { proxyEnv?: object } };

  /** A proxy that opens tunnels, and the targets of these. */
  async function listenAsProxy() {
    const tunnels: string[] = [];
    const proxy = createServer().on('connect', ({ url: target = '' }, socket: Socket) => {
      tunnels.push(target);
      const tunnel = connect(Number(target.split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(tunnel).pipe(socket);
      });
      onTestFinished(() => void tunnel.destroy());
    });
    const { url } = await listen(proxy, 'http');
    return { tunnels, origin: url.origin };
  }

  beforeEach(() => void (options.proxyEnv = {}));
  afterEach(() => {
    delete options.proxyEnv;
    vi.unstubAllEnvs();
  });

  test('a request goes through a tunnel, which is kept alive', async () => {
    const { tunnels, origin } = await listenAsProxy();
    const { url, requests } = await listen(createServer(respond), 'http');
    vi.stubEnv('http_proxy', origin);
    vi.stubEnv('no_proxy', '');
    for (const method of ['GET', 'POST'] as const) {
      expect(await post(url, method)).toBe('1');
    }
    expect([tunnels, requests()]).toEqual([[url.host], 2]);
  });

  test('a host that needs none is reached without it', async () => {
    const { tunnels, origin } = await listenAsProxy();
    const { url } = await listen(createServer(respond), 'http');
    vi.stubEnv('http_proxy', origin);
    vi.stubEnv('no_proxy', '127.0.0.1');
    expect(await post(url)).toBe('1');
    expect(tunnels).toEqual([]);
  });

  test('a write for which the proxy opens no tunnel was not sent', async () => {
    const refusing = createServer().on('connect', (_, socket: Socket) => {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    const { url: proxy } = await listen(refusing, 'http');
    const { url, requests } = await listen(createServer(respond), 'http');
    vi.stubEnv('http_proxy', proxy.origin);
    vi.stubEnv('no_proxy', '');
    expect(await post(url, 'POST')).toBe(503);
    expect(requests()).toBe(0);
  });
});

test.each([
  ['in pieces', { 'transfer-encoding': 'chunked' }],
  ['with its length', { 'content-length': String(Buffer.byteLength('{"data":{"count":"ü𐀀"}}')) }],
])('a body that arrives byte by byte is read, %s', async (_, headers) => {
  const server = createServer(async (request, response) => {
    request.resume();
    response.writeHead(200, headers);
    for (const byte of Buffer.from('{"data":{"count":"ü𐀀"}}')) {
      response.write(Buffer.of(byte));
      await setImmediate();
    }
    response.end();
  });
  const { url } = await listen(server, 'http');
  expect(await post(url)).toBe('ü𐀀');
});
