// What happens to connections and requests while a server drains and closes.
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ServerOptions, type Server, startServer } from '../support/startServer.ts';

const GET = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
const servers: Server[] = [];

async function start(parts: ServerOptions = {}): Promise<Server> {
  const server = await startServer(parts);
  servers.push(server);
  return server;
}

/** A connection that the server has accepted, and how it ended. */
async function open(server: Server): Promise<{ socket: Socket; text(): string; ended: Promise<string> }> {
  const socket = connect(server.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (data: string) => (text += data));
  const ended = new Promise<string>((resolve) => {
    socket.on('error', ({ message }) => resolve(message));
    socket.on('end', () => resolve('ended'));
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  await fetch(`${server.url}/health/live`);
  return { socket, text: () => text, ended };
}

const statuses = (text: string) => text.match(/HTTP\/1\.1 \d{3}/g)?.map((line) => Number(line.slice(-3)));
const connections = (text: string) => text.match(/^connection: \S+/gim)?.map((line) => line.toLowerCase());

describe('createShutdown', () => {
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  it('answers what is in the buffer of a connection when it closes', async () => {
    const server = await start();
    const fresh = await open(server);
    const used = await open(server);
    used.socket.write(GET);
    await expect.poll(() => statuses(used.text())).toEqual([200]);
    // The system has these bytes when the server closes, and Node has not read them.
    fresh.socket.write(GET);
    used.socket.write(GET + GET);
    await server.close();
    expect(await Promise.all([fresh.ended, used.ended])).toEqual(['ended', 'ended']);
    expect([statuses(fresh.text()), statuses(used.text())]).toEqual([[200], [200, 200, 200]]);
    expect(connections(fresh.text())).toEqual(['connection: close']);
    expect(connections(used.text())?.at(-1)).toBe('connection: close');
  });

  it('answers a request that is being received when it closes', async () => {
    const server = await start();
    const { socket, text, ended } = await open(server);
    socket.write(GET.slice(0, 10));
    await fetch(`${server.url}/health/live`);
    const closed = server.close();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    socket.write(GET.slice(10));
    await closed;
    expect([await ended, statuses(text()), connections(text())]).toEqual(['ended', [200], ['connection: close']]);
    await expect(fetch(`${server.url}/a`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('ends connections on which nothing is going on, and resets none', async () => {
    const server = await start();
    const fresh = await open(server);
    const used = await open(server);
    used.socket.write(GET);
    await expect.poll(() => statuses(used.text())).toEqual([200]);
    await server.close();
    expect(await Promise.all([fresh.ended, used.ended])).toEqual(['ended', 'ended']);
  });

  it('ends a connection at once whose last body came behind its answer', async () => {
    const server = await start({ graphql: { handle: (_, response) => void response.end('{}') } });
    const { socket, text, ended } = await open(server);
    socket.write('POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n');
    await expect.poll(() => statuses(text())).toEqual([200]);
    socket.write('abcdef');
    await fetch(`${server.url}/health/live`);
    const startedAt = performance.now();
    await server.close();
    expect(await ended).toBe('ended');
    expect(performance.now() - startedAt).toBeLessThan(9000);
  });

  it('does not wait for clients that keep their side open', async () => {
    const server = await start();
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    await fetch(`${server.url}/health/live`);
    const startedAt = performance.now();
    await server.close();
    // That of a response that does not end is ten seconds.
    expect(performance.now() - startedAt).toBeLessThan(9000);
    socket.destroy();
  });

  it('serves on while it drains, is not ready but live, and ends connections behind their answers', async () => {
    const server = await start({ graphql: { handle: (_, response) => void response.end('{"data":{}}') } });
    const { socket, text, ended } = await open(server);
    server.drain();
    socket.write(GET + GET);
    expect([await ended, statuses(text())]).toEqual(['ended', [200, 200]]);
    expect(connections(text())).toEqual(['connection: keep-alive', 'connection: close']);
    const [ready, live, other] = await Promise.all(
      ['/health/ready', '/health/live', '/a'].map((path) => fetch(server.url + path)),
    );
    expect([ready!.status, ready!.headers.get('retry-after'), ready!.headers.get('connection')]).toEqual([
      503,
      '1',
      'close',
    ]);
    expect(await ready!.json()).toEqual({ error: 'The server is shutting down; try again shortly.' });
    expect([live!.status, live!.headers.get('connection')]).toEqual([200, 'close']);
    expect([other!.status, other!.headers.get('connection')]).toEqual([200, 'close']);
    const graphql = await fetch(`${server.url}/graphql`);
    expect([graphql.status, graphql.headers.get('connection')]).toEqual([200, 'close']);
    expect(server.log.filter(({ msg }) => msg === 'request failed')).toEqual([]);
  });
});

it('closes a response that does not end before it settles', async () => {
  const events: string[] = [];
  const server = await startServer({
    graphql: {
      handle: (_, response) => {
        response.on('close', () => events.push('response'));
        response.write('never all of it');
      },
    },
  });
  const socket = connect(server.port, '127.0.0.1');
  socket.write('GET /graphql HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = server.close().then(() => events.push('server'));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await closed;
  expect(events).toEqual(['response', 'server']);
});
