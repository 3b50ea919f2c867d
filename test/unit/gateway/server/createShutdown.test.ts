// What happens to connections and requests while a server drains and closes.
import { type Socket, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type ToyParts, type ToyServer, startToyServer } from './toyServer.ts';

const GET = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
const servers: ToyServer[] = [];

async function start(parts: ToyParts = {}): Promise<ToyServer> {
  const server = await startToyServer(parts);
  servers.push(server);
  return server;
}

/** A connection that the server has accepted, and how it ended. */
async function open(server: ToyServer): Promise<{ socket: Socket; text(): string; ended: Promise<string> }> {
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

  it('does not wait for clients that keep their side open', async () => {
    const server = await start();
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    await fetch(`${server.url}/health/live`);
    await server.close();
    socket.destroy();
  });

  it('serves on while it drains, is not ready but live, and ends connections behind their answers', async () => {
    const server = await start();
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
    const graphql = await fetch(`${server.url}/graphql?query={hello}`, { headers: { authorization: 'Bearer x' } });
    expect([graphql.status, graphql.headers.get('connection')]).toEqual([200, 'close']);
    expect(server.log.filter(({ msg }) => msg === 'request failed')).toEqual([]);
  });
});

// Clients that end their side of the connection behind their requests. `nc -N` and shutdown(SHUT_WR) do so.

/** Sends bytes and ends its side; what has come back when the server has ended its own. */
function sendAndEnd({ port }: ToyServer, text: string): { socket: Socket; received: Promise<string> } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let all = '';
  const received = new Promise<string>((resolve) => {
    socket.setEncoding('latin1').on('data', (data: string) => (all += data));
    socket.on('error', () => {}).on('close', () => resolve(all));
  });
  socket.end(text);
  return { socket, received };
}

/** An engine that answers when it is let, and what became of its signal. */
function held() {
  let release!: () => void;
  let left!: () => void;
  let began!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const gone = new Promise<void>((resolve) => (left = resolve));
  const begun = new Promise<void>((resolve) => (began = resolve));
  const rest: ToyParts['rest'] = async ({ signal }) => {
    signal.addEventListener('abort', left);
    began();
    await released;
    return { status: 200, headers: { 'content-length': '2' }, body: 'ok' };
  };
  return { rest, release, gone, begun };
}

const get = (target: string, version = '1.1') => `GET ${target} HTTP/${version}\r\nHost: a\r\n\r\n`;

describe('watchHalfClosed', () => {
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  it('are answered', async () => {
    const server = await start();
    const text = await sendAndEnd(server, get('/a')).received;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"target":"\/a"/);
  });

  it('are answered with a body, and for all requests that they have sent', async () => {
    const server = await start();
    const post = 'POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc';
    const text = await sendAndEnd(server, get('/a').repeat(30) + post).received;
    expect(statuses(text)).toEqual(Array(31).fill(200));
    expect(text).toContain('{"method":"POST","target":"/b","size":3}');
  });

  it.each(['1.0', '1.1'])('are answered when that takes a while, in HTTP/%s', async (version) => {
    const { rest, release, begun } = held();
    const server = await start({ rest });
    const { received } = sendAndEnd(server, get('/a', version));
    await begun;
    // Until the server has had the time to look whether somebody is there.
    for (let round = 0; round < 5; round++) await fetch(`${server.url}/health/live`);
    release();
    const text = await received;
    expect(statuses(text)?.filter((status) => status !== 102)).toEqual([200]);
    expect(text).toMatch(/^Connection: close\r$/m);
  });

  it('are told to wait, and noticed when they have gone', async () => {
    const { rest, gone, begun } = held();
    const server = await start({ rest });
    const { socket } = sendAndEnd(server, get('/a'));
    await begun;
    await new Promise<void>((resolve) => {
      socket.once('data', (text: string) => {
        expect(text).toBe('HTTP/1.1 102 Processing\r\n\r\n');
        resolve();
      });
    });
    socket.destroy();
    await gone;
    await expect.poll(() => server.log.filter(({ path }) => path === '/a')).toMatchObject([{ status: 0 }]);
  });

  it('are noticed when they end both sides at once', async () => {
    const { rest, gone, begun } = held();
    const server = await start({ rest });
    const socket = connect(server.port, '127.0.0.1', () => socket.write(get('/a')));
    await begun;
    socket.destroy();
    await gone;
  });

  it('are let go when they ask for nothing, and do not keep a server from closing', async () => {
    const server = await start();
    expect(await sendAndEnd(server, '').received).toBe('');
    await server.close();
  });

  it('get a 400 for half a request', async () => {
    const server = await start();
    expect(statuses(await sendAndEnd(server, 'GET / HTTP/1.1\r\nHost').received)).toEqual([400]);
  });
});
