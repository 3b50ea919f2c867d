// The connections of a server: how long they may be idle, and how many one address may have.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Socket, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { type Server, startServer } from '../support/startServer.ts';

let server: Server;
afterEach(() => server.close());

// A client that does not read its response gets its connection closed: otherwise it could keep it for ever.
describe('a connection', () => {
  let arrived: (exchange: { request: IncomingMessage; response: ServerResponse }) => void;
  const clients: Socket[] = [];
  beforeEach(async () => {
    server = await startServer({ graphql: { handle: (request, response) => arrived({ request, response }) } });
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy();
  });

  /** Sends a request on a new connection, or a further one on a connection. */
  async function send(client = connect(server.port, '127.0.0.1')) {
    clients.push(client);
    const exchange = new Promise<Parameters<typeof arrived>[0]>((resolve) => (arrived = resolve));
    client.write('GET /graphql HTTP/1.1\r\nHost: a\r\n\r\n');
    return { client, ...(await exchange) };
  }

  test('of a response that nobody reads is closed after a minute', async () => {
    const { client, request, response } = await send();
    // Node resets this time whenever bytes are received or sent.
    const { timeout } = request.socket;
    expect(timeout).toBe(60_000);
    client.pause();
    response.end('x');
    request.socket.emit('timeout');
    await once(client.resume(), 'close');
  });

  test('has as long for its next request', async () => {
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

describe('MAX_CONNECTIONS_PER_ADDRESS', () => {
  let clients: Client[];
  beforeEach(() => void (clients = []));
  afterEach(() => {
    for (const { socket } of clients) socket.destroy();
  });

  interface Client {
    socket: Socket;
    /** The status of its request; undefined where the connection was closed instead. */
    status: Promise<number | undefined>;
    closed: Promise<void>;
  }

  const start = async (env: Record<string, string>) => {
    server = await startServer({ env });
  };

  /** Opens a connection, and sends a request on it. */
  function open(localAddress = '127.0.0.1'): Client {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
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
    expect(server.log.filter(({ level }) => Number(level) >= 40)).toEqual([
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
