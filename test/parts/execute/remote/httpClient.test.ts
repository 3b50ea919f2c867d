// Connections to an upstream: how many there are, and what becomes of a request whose connection is closed.
import { once } from 'node:events';
import { type RequestListener, type Server, createServer, globalAgent } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, type Socket, connect, createServer as createTcpServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { decodeContent } from '../../../../src/gateway/execute/remote/BoundedBody.ts';
import { postGraphql } from '../../../../src/gateway/execute/remote/postGraphql.ts';
import { sendRequest } from '../../../../src/gateway/execute/remote/httpClient.ts';
import { CERTIFICATE, KEY } from '../../../support/testCertificate.ts';

const RESULT = '{"data":{"count":1}}';
const never = new AbortController().signal;

/** A server, the connections that were made to it, and its requests. */
async function listen(server: Server, protocol: string) {
  const connections: Socket[] = [];
  const closed: Promise<unknown>[] = [];
  let requests = 0;
  server.on(protocol === 'https' ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.push(socket);
    closed.push(once(socket, 'close'));
  });
  server.on('request', () => requests++);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = new URL(`${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}/graphql?a=b`);
  return { server, url, connections, closed, requests: () => requests };
}

const respond: RequestListener = (request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(RESULT));
};

function post(url: URL, operation: 'query' | 'mutation' = 'query', signal: AbortSignal = never) {
  return postGraphql({ url, body: '{"query":"{count}"}', headers: {}, signal, maxBytes: 1000, operation });
}

describe('sendRequest', () => {
  describe.each([
    ['http', () => createServer(respond)],
    ['https', () => createSecureServer({ cert: CERTIFICATE, key: KEY }, respond)],
  ])('connections over %s', (protocol, create) => {
    beforeEach(() => void vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'));
    afterEach(() => void vi.unstubAllEnvs());

    test('are kept alive, for reads and writes alike', async () => {
      const { url, connections, requests } = await listen(create(), protocol);
      for (const operation of ['query', 'mutation', 'query', 'mutation'] as const) {
        expect(await post(url, operation)).toEqual({ data: { count: 1 } });
      }
      expect([connections.length, requests()]).toEqual([1, 4]);
    });

    test('that the upstream closes when they are idle are replaced, for reads and writes alike', async () => {
      const { server, url, connections, requests } = await listen(create(), protocol);
      for (const operation of ['query', 'mutation', 'query'] as const) {
        expect(await post(url, operation)).toEqual({ data: { count: 1 } });
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
    await expect(post(url, 'mutation')).rejects.toMatchObject({ code: 'UNAVAILABLE', cause: { code: /SELF_SIGNED/ } });
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
    await post(url, 'mutation');
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
      expect(await post(url)).toEqual({ data: { count: 1 } });
      expect([connections.length, requests()]).toEqual([3, 4]);
    });

    test('leaves the outcome of a write unknown, which is not sent again', async () => {
      const { url, connections, requests } = await listen(create(), 'http');
      await post(url);
      await expect(post(url, 'mutation')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
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
      await expect(post(url)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(requests()).toBe(3);
    });
  });

  test('a new connection that is closed is not replaced: the request itself may be why', async () => {
    const { url, requests } = await listen(
      createServer(({ socket }) => socket.destroy()),
      'http',
    );
    await expect(post(url)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
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
    const deadline = new AbortController();
    const sent = post(url, 'mutation', deadline.signal);
    await once(silent, 'connection');
    deadline.abort(new Error('The time is over.'));
    await expect(sent).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('a write for which no connection can be made was not sent', async () => {
    const sent = post(new URL('ftp://127.0.0.1/graphql'), 'mutation');
    await expect(sent).rejects.toMatchObject({ code: 'UNAVAILABLE', cause: { message: /protocol/ } });
  });

  test('a response that is too large closes its connection', async () => {
    const { url, closed } = await listen(
      createServer((_, response) => {
        response.write('x'.repeat(2000));
      }),
      'http',
    );
    const sent = sendRequest({ url, headers: {}, body: '', signal: never, maxBytes: 1000 });
    const cause = expect.objectContaining({ message: expect.stringContaining('is larger than 1000 bytes') });
    await expect(sent).rejects.toMatchObject({ cause, isUnsent: false });
    await Promise.all(closed);
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
        'content-length': '19',
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
      for (const operation of ['query', 'mutation'] as const) {
        expect(await post(url, operation)).toEqual({ data: { count: 1 } });
      }
      expect([tunnels, requests()]).toEqual([[url.host], 2]);
    });

    test('a host that needs none is reached without it', async () => {
      const { tunnels, origin } = await listenAsProxy();
      const { url } = await listen(createServer(respond), 'http');
      vi.stubEnv('http_proxy', origin);
      vi.stubEnv('no_proxy', '127.0.0.1');
      expect(await post(url)).toEqual({ data: { count: 1 } });
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
      await expect(post(url, 'mutation')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(requests()).toBe(0);
    });
  });

  afterAll(() => void vi.unstubAllEnvs());
});

/** The text of a response whose body arrives in these pieces. */
async function read(pieces: readonly (string | Buffer)[], headers: Record<string, string>, maxBytes: number) {
  const server = createServer(async (request, response) => {
    request.resume();
    response.writeHead(200, headers);
    for (const piece of pieces) {
      response.write(piece);
      await setImmediate();
    }
    response.end();
  });
  const { url } = await listen(server, 'http');
  const { text } = await sendRequest({ url, headers: {}, body: '{}', signal: never, maxBytes });
  return text;
}

/** The bytes, one by one. */
const bytesOf = (bytes: Buffer) => Array.from(bytes, (byte) => Buffer.of(byte));

describe('a body', () => {
  test.each<[string, (string | Buffer)[], Record<string, string>]>([
    ['in pieces', ['aü', 'cd'], {}],
    ['with its length', ['aücd'], { 'content-length': '5' }],
    ['whose character is split between pieces', bytesOf(Buffer.from('aücd')), {}],
    ['that begins with a byte order mark', [Buffer.from([0xef, 0xbb, 0xbf]), 'ab'], {}],
  ])('%s of the maximum size is read', async (_, pieces, headers) => {
    const text = await read(pieces, headers, 5);
    expect(['aücd', 'ab']).toContain(text);
  });
  test('that is absent is empty', async () => expect(await read([], {}, 0)).toBe(''));

  test.each<[string, (string | Buffer)[], Record<string, string>]>([
    ['in pieces', ['ab', 'cd', 'ef', 'gh', 'ij'], {}],
    ['by its length', ['abcdef'], { 'content-length': '6' }],
    ['when it is decompressed', [gzipSync('a'.repeat(100_000))], { 'content-encoding': 'gzip' }],
  ])('that is too large %s is refused', async (_, pieces, headers) => {
    const refused = read(pieces, headers, headers['content-encoding'] ? 1000 : 5);
    const message = expect.stringMatching(
      /^The response of the upstream is larger than \d+ bytes \(UPSTREAM_MAX_BYTES\)\.$/,
    );
    const cause = expect.objectContaining({ name: 'InvalidBodyError', message });
    await expect(refused).rejects.toMatchObject({ name: 'ConnectionError', isUnsent: false, cause });
  });
});

describe('content codings', () => {
  test.each<[string, Buffer]>([
    ['gzip', gzipSync('aücd')],
    ['X-Gzip', gzipSync('aücd')],
    ['deflate', deflateSync('aücd')],
    ['br', brotliCompressSync('aücd')],
    ['gzip, br', brotliCompressSync(gzipSync('aücd'))],
  ])('%s is decompressed', async (coding, bytes) => {
    expect(await read(bytesOf(bytes), { 'content-encoding': coding }, 100)).toBe('aücd');
  });
  test.each([
    ['zstd', 'The content coding zstd is not supported.'],
    ['gzip, zstd', 'The content coding zstd is not supported.'],
    ['gzip, gzip, gzip, gzip', 'The body has 4 content codings; the maximum is 3.'],
  ])('%s is refused', async (coding, message) => {
    const refused = read(['aücd'], { 'content-encoding': coding }, 5);
    await expect(refused).rejects.toMatchObject({ name: 'ConnectionError', isUnsent: false, cause: { message } });
  });
  test('are undone until the signal is aborted', async () => {
    const bytes = gzipSync(gzipSync('x'));
    const codings = 'gzip, gzip';
    const controller = new AbortController();
    const { signal } = controller;
    const undone = decodeContent(bytes, codings, 100, signal);
    controller.abort(new Error('The time is over.'));
    await expect(undone).rejects.toThrow('The time is over.');
    await expect(decodeContent(bytes, codings, 100, signal)).rejects.toThrow('The time is over.');
    expect(String(await decodeContent(bytes, codings, 100, never))).toBe('x');
  });
  test.each([
    ['broken off', gzipSync('aücd').subarray(0, 15)],
    ['not gzip', Buffer.from('aücd')],
  ])('a body that is %s is refused', async (_, bytes) => {
    await expect(read([bytes], { 'content-encoding': 'gzip' }, 100)).rejects.toThrow();
  });
});
