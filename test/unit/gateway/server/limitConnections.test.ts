import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { type Socket, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';
import { limitConnections } from '../../../../src/gateway/server/limitConnections.ts';
import type { RunningServer } from '../../../../src/gateway/server/RunningServer.ts';
import { startGatewayServer } from '../../../../src/gateway/startGatewayServer.ts';
import { createLogger } from '../../../../src/gateway/telemetry/createLogger.ts';

let logged: { msg: string; address?: string }[];
beforeEach(() => void (logged = []));
const log = createLogger('warn', { write: (line) => logged.push(JSON.parse(line) as (typeof logged)[0]) });

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

describe('the connections of one address', () => {
  /** Opens connections of these addresses to a server that allows two of each; gives which are open. */
  function openAll(addresses: readonly (string | undefined)[]): boolean[] {
    const server = createServer();
    server.removeAllListeners('connection');
    limitConnections(server, { max: 2, log });
    return addresses.map((remoteAddress) => {
      let isOpen = true;
      const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: () => (isOpen = false) });
      server.emit('connection', socket);
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
