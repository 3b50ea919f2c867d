import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startToyServer, type ToyServer } from './toyServer.ts';

let server: ToyServer;
afterEach(() => server.close().catch(() => {}));

/** A server that takes a moment for each request, and what it did in which order. */
async function start(): Promise<string[]> {
  const events: string[] = [];
  server = await startToyServer({
    rest: async ({ target }) => {
      events.push(`${target} begins`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      events.push(`${target} ends`);
      return { status: 200, headers: { 'content-length': '2' }, body: 'ok' };
    },
  });
  return events;
}

const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const LAST = 'Connection: close\r\n';

it('begins with a request when the one before it on the connection has been answered', async () => {
  const events = await start();
  const text = await server.raw(request('/1') + request('/2') + request('/3', LAST));
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  expect(events).toEqual(['/1 begins', '/1 ends', '/2 begins', '/2 ends', '/3 begins', '/3 ends']);
});

it('begins with nothing more of a connection that has ended', async () => {
  const events = await start();
  const answered = new Promise<void>((resolve) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(request('/1') + request('/2')));
    socket.once('data', () => socket.destroy()).once('close', () => resolve());
  });
  await answered;
  await server.close();
  expect(events.slice(0, 2)).toEqual(['/1 begins', '/1 ends']);
  expect(events).not.toContain('/3 begins');
});

it('answers what waits when the server closes, and says of the last answer that it is the last', async () => {
  const events = await start();
  const answers = server.raw(request('/1') + request('/2'));
  await expect.poll(() => events).toEqual(['/1 begins']);
  await server.close();
  const text = await answers;
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  expect(text.match(/^Connection: \S+/gm)).toEqual(['Connection: keep-alive', 'Connection: close']);
  expect(events).toEqual(['/1 begins', '/1 ends', '/2 begins', '/2 ends']);
});

it('lets connections not wait for each other', async () => {
  const events = await start();
  await Promise.all([server.raw(request('/1', LAST)), server.raw(request('/2', LAST))]);
  expect(events.slice(0, 2).every((event) => event.endsWith('begins'))).toBe(true);
});
