// What one connection can make the server keep. Node announces every request that it has read, so they can be counted.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { type Socket, connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Server, startServer } from '../support/startServer.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const REQUEST = 'GET /held HTTP/1.1\r\nHost: a\r\n\r\n';
/** As many requests as Node makes of the bytes that it reads at once, and some. */
const MAX_READ = Math.ceil(65_536 / REQUEST.length) + 20;

let read: WeakRef<ServerResponse>[];
let finished: number;
let release: () => void;
let server: Server;
const onStart = (message: unknown) => {
  const { response } = message as { response: ServerResponse };
  if (response.req.url === '/held') read.push(new WeakRef(response));
};
const onFinish = (message: unknown) => {
  if ((message as { response: ServerResponse }).response.req.url === '/held') finished++;
};

beforeEach(async () => {
  read = [];
  finished = 0;
  const held = new Promise<void>((resolve) => (release = resolve));
  server = await startServer({
    rest: async () => {
      await held;
      return { status: 200, headers: { 'content-length': '0' }, body: null };
    },
  });
  subscribe('http.server.request.start', onStart);
  subscribe('http.server.response.finish', onFinish);
});
afterEach(async () => {
  unsubscribe('http.server.request.start', onStart);
  unsubscribe('http.server.response.finish', onFinish);
  release();
  await server.close();
});

function open(text: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket: Socket = connect(server.port, '127.0.0.1', () => socket.write(text, () => resolve(socket)));
    socket.on('error', () => {});
  });
}

it('forgets the requests of a connection that ends before they are answered', async () => {
  for (let round = 0; round < 5; round++) {
    const socket = await open(REQUEST.repeat(200));
    await expect.poll(() => read.length).toBe(200 * (round + 1));
    socket.destroy();
  }
  release();
  await expect
    .poll(() => {
      collectGarbage();
      return read.filter((each) => each.deref()).length;
    })
    .toBe(0);
});

it('reads no more than a part of what one connection asks at once, and answers all of it', async () => {
  const count = 20_000;
  const socket = connect(server.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (data: string) => (text += data));
  socket.write(REQUEST.repeat(count));
  await expect.poll(() => read.length).toBeGreaterThan(0);
  let most = 0;
  // Others are answered meanwhile; with each of their answers the server had its chance to read on.
  for (let round = 0; round < 50; round++) {
    await fetch(`${server.url}/health/live`);
    most = Math.max(most, read.length);
  }
  expect(most).toBeLessThan(MAX_READ);
  release();
  const answers = () => text.split('HTTP/1.1 200 OK').length - 1;
  const waiting = setInterval(() => (most = Math.max(most, read.length - finished)));
  await expect.poll(answers).toBe(count);
  clearInterval(waiting);
  expect(most).toBeLessThan(MAX_READ);
  socket.destroy();
});

it('asks for a body behind requests that wait when its turn has come', async () => {
  const socket = connect(server.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (data: string) => (text += data));
  const post = 'POST /held HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n';
  socket.write(`${REQUEST.repeat(50)}${post}${'x'.repeat(100_000)}${REQUEST}`);
  await expect.poll(() => read.length).toBeGreaterThan(10);
  release();
  await expect.poll(() => text.split('HTTP/1.1 200 OK').length - 1).toBe(52);
  socket.destroy();
});

it('counts the time that a request waits behind another as its own', async () => {
  const deadlines: number[] = [];
  const slow = await startServer({
    rest: async ({ deadline }) => {
      deadlines.push(deadline!);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return { status: 200, headers: { 'content-length': '0' }, body: null };
    },
  });
  await slow.raw(`${REQUEST}${REQUEST.replace('a\r', 'a\r\nConnection: close\r')}`);
  await slow.close();
  expect(deadlines[1]! - deadlines[0]!).toBeLessThan(400);
});

it('runs no request behind a response that closes the connection', async () => {
  const run: string[] = [];
  const closing = await startServer({
    rest: async ({ target }) => {
      run.push(target);
      return { status: 200, headers: { 'content-length': '0' }, body: null };
    },
    graphql: { handle: (_, response) => void response.writeHead(200, { connection: 'close' }).end('{}') },
  });
  const text = await closing.raw(
    ['/first', '/graphql', '/second'].map((path) => REQUEST.replace('/held', path)).join(''),
  );
  await closing.close();
  expect([text.match(/HTTP\/1\.1 200 OK/g)?.length, run]).toEqual([2, ['/first']]);
});
