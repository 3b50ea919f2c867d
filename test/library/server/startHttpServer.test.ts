// A client that does not read its response gets its connection closed: otherwise it could keep it for ever.
import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Socket, connect } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { readSettings } from '../../../src/gateway/base/settings/readSettings.ts';
import { OUTCOME_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '../../../src/gateway/handle/withDeadline.ts';
import type { RunningServer } from '../../../src/gateway/serve/RunningServer.ts';
import { SERVER_TIMEOUTS, createBoundedServer } from '../../../src/gateway/serve/ports/createBoundedServer.js';
import { startHttpServer } from '../../../src/gateway/serve/ports/startHttpServer.ts';
import { startGatewayServer } from '../../../src/gateway/serve/startGatewayServer.ts';
import { createLogger } from '../../../src/gateway/base/telemetry/createLogger.ts';

let arrived: (exchange: { request: IncomingMessage; response: ServerResponse }) => void;

const log = createLogger('warn', { write: (line) => logged.push(JSON.parse(line) as (typeof logged)[0]) });

const httpServer = await startHttpServer({
  host: '127.0.0.1',
  port: 0,
  basePath: '',
  api: () => ({ rest: { handle: () => Promise.reject(new Error()) }, docs: { find: () => undefined } }),
  graphql: { handle: (request, response) => arrived({ request, response }) },
  ping: async () => {},
  log: createLogger('silent'),
});
const httpClients: Socket[] = [];

/** Sends a request on a new connection, or a further one on a connection. */
async function send(client = connect(httpServer.port, '127.0.0.1')) {
  httpClients.push(client);
  const exchange = new Promise<Parameters<typeof arrived>[0]>((resolve) => (arrived = resolve));
  client.write('GET /graphql HTTP/1.1\r\nHost: a\r\n\r\n');
  return { client, ...(await exchange) };
}

describe('startHttpServer', () => {
  afterAll(async () => {
    for (const client of httpClients) client.destroy();
    await httpServer.close();
  });

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
});

let logged: { msg: string; address?: string }[];
describe('the connections that one address may have', () => {
  beforeEach(() => void (logged = []));

  describe('MAX_CONNECTIONS_PER_ADDRESS', () => {
    let server: RunningServer;
    let clients: Client[];
    beforeEach(() => void (clients = []));
    afterEach(async () => {
      for (const { socket } of clients) socket.destroy();
      await server.close();
    });

    interface Client {
      socket: Socket;
      /** The status of its request; undefined where the connection was closed instead. */
      status: Promise<number | undefined>;
      closed: Promise<void>;
    }

    const start = async (env: Record<string, string>) => {
      const settings = readSettings({ PORT: '0', DRAIN_SECONDS: '0', ...env });
      server = await startGatewayServer(settings, { ping: async () => {}, log });
    };

    /** Opens a connection, and sends a request on it. */
    function open(localAddress = '127.0.0.1'): Client {
      const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress });
      const closed = new Promise<void>((resolve) => socket.on('error', () => {}).once('close', () => resolve()));
      const answered = new Promise<number>((resolve) =>
        socket.once('data', (data) => resolve(Number(data.toString().split(' ', 2)[1]))),
      );
      socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
      const client = { socket, closed, status: Promise.race([answered, closed.then(() => undefined)]) };
      clients.push(client);
      return client;
    }

    it('closes further connections of an address without a byte, and lets others in', async () => {
      await start({ MAX_CONNECTIONS_PER_ADDRESS: '2' });
      expect([await open().status, await open().status]).toEqual([200, 200]);
      expect([await open().status, await open().status]).toEqual([undefined, undefined]);
      expect(await open('127.0.0.2').status).toBe(200);
      expect(logged).toEqual([
        expect.objectContaining({
          msg: 'an address has too many connections; further ones are closed',
          address: '127.0.0.1',
          max: 2,
        }),
      ]);
    });

    it('lets an address in again when one of its connections has closed', async () => {
      await start({ MAX_CONNECTIONS_PER_ADDRESS: '1' });
      const first = open();
      expect(await first.status).toBe(200);
      expect(await open().status).toBeUndefined();
      first.socket.end();
      await first.closed;
      // The server knows of the end when its own side has closed.
      await expect.poll(() => open().status).toBe(200);
    });

    it('does not limit the addresses of TRUST_PROXY', async () => {
      await start({ MAX_CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: '127.0.0.1' });
      for (let n = 0; n < 3; n++) expect(await open().status).toBe(200);
      expect(await open('127.0.0.2').status).toBe(200);
      expect(await open('127.0.0.2').status).toBeUndefined();
    });

    it('is off by default', async () => {
      await start({});
      for (let n = 0; n < 5; n++) expect(await open().status).toBe(200);
    });
  });

  it('have the timeouts of docs/operations.md', () => {
    expect(createBoundedServer({ timeouts: SERVER_TIMEOUTS }, () => {})).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      timeout: 60_000,
      keepAliveTimeout: 72_000,
    });
  });

  describe('are counted by its network', () => {
    /** Opens connections of these addresses to a server that allows two of each; gives which are open. */
    function openAll(addresses: readonly (string | undefined)[]): boolean[] {
      const fake = createBoundedServer({ timeouts: SERVER_TIMEOUTS, maxConnectionsPerAddress: 2 }, () => {});
      // Node's, which is the last one.
      fake.off('connection', fake.listeners('connection').at(-1) as () => void);
      return addresses.map((remoteAddress) => {
        let isOpen = true;
        const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: () => (isOpen = false) });
        fake.emit('connection', socket);
        return isOpen;
      });
    }

    it.each<[string, (string | undefined)[], boolean[]]>([
      ['two of IPv4', ['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.2'], [true, true, true, true]],
      ['the third of IPv4', ['10.0.0.1', '10.0.0.1', '10.0.0.1'], [true, true, false]],
      ['IPv4 in IPv6', ['10.0.0.1', '::ffff:10.0.0.1', '::ffff:a00:1'], [true, true, false]],
      ['IPv6 by its first 64 bits', ['2001:db8::1', '2001:db8::2', '2001:db8::3'], [true, true, false]],
      ['another network of IPv6', ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'], [true, true, true]],
      ['connections that are closed already', [undefined, undefined, undefined], [true, true, true]],
    ])('%s', (_, addresses, open) => {
      expect(openAll(addresses)).toEqual(open);
    });
  });
});
