// When requests begin: those of a connection one after another, and those of all connections in turns of the event loop.
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Server, startServer } from '../support/startServer.ts';

let server: Server;

/** What the server did, in which order; `end` ends its next request. */
interface Started {
  events: string[];
  end(target: string): Promise<void>;
}

/** A server whose requests end when the test says so, or their clients disconnect. */
async function start(): Promise<Started> {
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  server = await startServer({
    rest: async ({ target, signal }) => {
      events.push(`${target} begins`);
      await new Promise<void>((resolve) => {
        ends.set(target, resolve);
        signal.addEventListener('abort', resolve);
      });
      events.push(`${target} ends`);
      return { status: 200, headers: { 'content-length': '2' }, body: 'ok' };
    },
  });
  return {
    events,
    end: async (target) => {
      while (!ends.has(target)) await settle();
      ends.get(target)!();
    },
  };
}

const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const LAST = 'Connection: close\r\n';

describe('a connection', () => {
  afterEach(() => server.close().catch(() => {}));

  it('begins with a request when the one before it on the connection has been answered', async () => {
    const { events, end } = await start();
    const answers = server.raw(request('/1') + request('/2') + request('/3', LAST));
    for (const path of ['/1', '/2', '/3']) await end(path);
    expect((await answers).match(/HTTP\/1\.1 200/g)).toHaveLength(3);
    expect(events).toEqual(['/1 begins', '/1 ends', '/2 begins', '/2 ends', '/3 begins', '/3 ends']);
  });

  it('begins with nothing more of a connection that has ended', async () => {
    const { events, end } = await start();
    const closed = new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write(request('/1') + request('/2') + request('/3')),
      );
      socket.once('data', () => socket.destroy()).once('close', () => resolve());
    });
    await end('/1');
    await closed;
    await server.close();
    expect(events.slice(0, 2)).toEqual(['/1 begins', '/1 ends']);
    expect(events).not.toContain('/3 begins');
  });

  it('answers what waits when the server closes, and says of the last answer that it is the last', async () => {
    const { events, end } = await start();
    const answers = server.raw(request('/1') + request('/2'));
    await expect.poll(() => events).toEqual(['/1 begins']);
    const closed = server.close();
    for (const path of ['/1', '/2']) await end(path);
    const text = await answers;
    await closed;
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(text.match(/^Connection: \S+/gm)).toEqual(['Connection: keep-alive', 'Connection: close']);
    expect(events).toEqual(['/1 begins', '/1 ends', '/2 begins', '/2 ends']);
  });

  it('lets connections not wait for each other', async () => {
    const { events, end } = await start();
    const answers = ['/1', '/2'].map((path) => server.raw(request(path, LAST)));
    await expect.poll(() => [...events].sort()).toEqual(['/1 begins', '/2 begins']);
    for (const path of ['/1', '/2']) await end(path);
    for (const text of await Promise.all(answers)) expect(text).toContain('HTTP/1.1 200');
  });
});

const settle = () => new Promise((resolve) => setImmediate(resolve));
const EMPTY = { status: 503, headers: { 'content-length': '0' }, body: null };

describe('many connections', () => {
  let clients: Socket[];
  let turns: number[];
  let begun: string[];
  afterEach(async () => {
    for (const client of clients) client.destroy();
    await server.close();
  });

  /** Sends a request on each of so many open connections at once; each takes the whole time of a turn. */
  async function sendAtOnce(callers: readonly string[]) {
    [turns, begun] = [[], []];
    server = await startServer({
      rest: async ({ target, headers }) => {
        if (target === '/accepted') return EMPTY;
        const started = performance.now();
        while (performance.now() - started < 11);
        turns.push(performance.nodeTiming.uvMetricsInfo.loopCount);
        begun.push(headers.authorization!);
        return EMPTY;
      },
    });
    clients = callers.map(() => connect(server.port, '127.0.0.1'));
    const send = (client: Socket, caller: string, path: string) => {
      client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${caller}\r\n\r\n`);
      return once(client, 'data');
    };
    // Node accepts one connection in a turn.
    await Promise.all(clients.map((client, n) => send(client, callers[n]!, '/accepted')));
    await Promise.all(clients.map((client, n) => send(client, callers[n]!, '/a')));
  }

  it('turns between refusals, and does not let a caller wait for those of another', async () => {
    await sendAtOnce([...Array.from({ length: 80 }, () => 'flood'), 'other']);
    // At most twice 32 begin in the first turn: it may have begun before the first of them.
    expect(new Set(turns).size).toBeGreaterThan(1);
    expect(begun.indexOf('other')).toBeLessThan(67);
  });
});
