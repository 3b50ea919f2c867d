// Reads and writes whose connection to the upstream breaks, at each stage of an exchange. A request that was never sent can be
// retried; a write that was sent has an unknown outcome.
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { failuresIn, openPortico } from './support/openPortico.ts';

const SDL = 'type Query { count: Int! }\ntype Mutation { add: Int! }';
const files = {
  'count.graphql': 'query count @endpoint(method: GET, path: "/count") { count }',
  'add.graphql': 'mutation add @endpoint(method: POST, path: "/add", status: 200) { add }',
};
const UNKNOWN = {
  status: 500,
  retryAfter: null,
  body: {
    error: 'The outcome of the request is unknown: it may have taken effect. Read the current state before retrying.',
  },
};
const UNAVAILABLE = { status: 503, retryAfter: '1', body: { error: expect.any(String) } };

/** Serves bytes: what becomes of a connection when a whole request has arrived. */
let onRequest: (socket: Socket) => void = () => undefined;
let requests = 0;
const sockets = new Set<Socket>();
const server: Server = createServer((socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (data: Buffer) => {
    received += data.toString('latin1');
    const [head = '', body] = received.split('\r\n\r\n', 2);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (body === undefined || body.length < length) return;
    received = '';
    requests++;
    onRequest(socket);
  });
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const bytes = { url: urlOf(server), headers: {}, forwarded: [] };
const facade = await openPortico({ upstream: bytes, sdl: SDL, files });
const stub = await stubUpstream();
const overStub = await openPortico({ upstream: stub, sdl: SDL, files });
afterAll(async () => {
  await Promise.all([facade.close(), overStub.close(), stub.close()]);
  server.close();
  for (const socket of sockets) socket.destroy();
});
beforeEach(() => {
  requests = 0;
  stub.received.length = 0;
});

function urlOf(listening: Server): URL {
  return new URL(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/graphql`);
}

async function send(target: '/count' | '/add', at = facade) {
  const method = target === '/add' ? 'POST' : 'GET';
  const { status, headers, body } = await at.send(`/v1${target}`, { method, headers: { 'x-request-id': 'mine' } });
  return { status, retryAfter: headers.get('retry-after'), body };
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const STAGES: [string, (socket: Socket) => void][] = [
  ['is reset before an answer', (socket) => socket.resetAndDestroy()],
  ['is closed before an answer', (socket) => socket.end()],
  ['is closed in the status line', (socket) => socket.end('HTTP/1.1 2')],
  ['is closed in the headers', (socket) => socket.end(HEAD)],
  ['is closed before the body', (socket) => socket.end(`${HEAD}Content-Length: 20\r\n\r\n`)],
  ['is closed in the body', (socket) => socket.end(`${HEAD}Content-Length: 20\r\n\r\n{"data":`)],
  [
    'is reset in the body',
    (socket) => socket.write(`${HEAD}Content-Length: 20\r\n\r\n{"data":`, () => socket.resetAndDestroy()),
  ],
  ['is closed in a chunk', (socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n8\r\n{"da`)],
  ['is closed between chunks', (socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n8\r\n{"data":\r\n`)],
  ['sends bytes that are not HTTP', (socket) => socket.end('hello?\r\n\r\n')],
];

describe.each(STAGES)('where the connection %s', (_, stage) => {
  beforeEach(() => void (onRequest = stage));

  test('the outcome of a write is unknown, and it is not retried', async () => {
    expect(await send('/add')).toEqual(UNKNOWN);
    expect(requests).toBe(1);
  });

  test('a read can be retried', async () => {
    expect(await send('/count')).toEqual(UNAVAILABLE);
  });
});

describe('a request that was never sent can be retried', () => {
  test.each(['/add', '/count'] as const)('%s where the connection is refused', async (target) => {
    const gone = createServer();
    await new Promise<void>((listening) => gone.listen(0, '127.0.0.1', listening));
    const upstream = { ...bytes, url: urlOf(gone) };
    await new Promise((closed) => gone.close(closed));
    const over = await openPortico({ upstream, sdl: SDL, files });
    expect(await send(target, over)).toEqual(UNAVAILABLE);
    await over.close();
  });

  test.each(['/add', '/count'] as const)('%s where the host name cannot be resolved', async (target) => {
    const upstream = { ...bytes, url: new URL('http://upstream.invalid/graphql') };
    const over = await openPortico({ upstream, sdl: SDL, files });
    expect(await send(target, over)).toEqual(UNAVAILABLE);
    await over.close();
  });

  test.each(['/add', '/count'] as const)('%s where the TLS handshake fails', async (target) => {
    const plain = await stubUpstream();
    const upstream = { ...bytes, url: new URL(plain.url.href.replace('http:', 'https:')) };
    const over = await openPortico({ upstream, sdl: SDL, files });
    expect(await send(target, over)).toEqual(UNAVAILABLE);
    await over.close();
    await plain.close();
  });
});

describe('a write of unknown outcome', () => {
  const failing = (code: string) => ({ data: null, errors: [{ message: 'connect 10.0.0.7', extensions: { code } }] });

  test.each<[string, number, unknown]>([
    ['a gateway whose upstream gave no valid answer', 502, '<html>Bad gateway</html>'],
    ['a gateway whose upstream took too long', 504, ''],
    ['a server that failed', 500, 'oops'],
    ['a proxy of its own status', 520, ''],
    ['a response that is not GraphQL', 200, '<html>Welcome</html>'],
    ['truncated JSON', 200, '{"data":'],
    ['no data', 200, '{"data":null}'],
    ['a failure without a code and a status of 500', 500, { errors: [{ message: 'no' }] }],
    ['a router whose subgraph broke off', 200, failing('SUBREQUEST_HTTP_ERROR')],
    ['a router whose subgraph is silent', 200, failing('DOWNSTREAM_SERVICE_ERROR')],
    ['a router whose subgraph took too long', 200, failing('GATEWAY_TIMEOUT')],
    ['a service that timed out', 200, failing('TIMEOUT')],
    ['a service that does not know the outcome itself', 200, failing('OUTCOME_UNKNOWN')],
  ])('follows from %s', async (_, status, body) => {
    stub.answer = () => ({ status, body });
    overStub.logged.length = 0;
    expect(await send('/add', overStub)).toEqual(UNKNOWN);
    expect(stub.received).toHaveLength(1);
    expect(failuresIn(overStub.logged, 'mine')).toContain('OUTCOME_UNKNOWN');
  });

  test.each<[string, number, unknown, number]>([
    ['a server that is not available', 503, '', 503],
    ['a service that says that nothing happened', 200, failing('UNAVAILABLE'), 503],
    ['a refusal of credentials', 401, '', 401],
    ['too many requests', 429, '', 429],
    ['nothing there', 404, 'not found', 502],
    ['a redirect', 302, '', 502],
    ['a conflict', 200, failing('CONFLICT'), 409],
    ['an internal failure', 200, failing('INTERNAL_SERVER_ERROR'), 500],
  ])('does not follow from %s', async (_, given, body, status) => {
    stub.answer = () => ({ status: given, body });
    const answer = await send('/add', overStub);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toEqual(UNKNOWN.body);
  });
});

describe('a write that takes too long', () => {
  afterEach(() => void vi.useRealTimers());

  test.each<[string, (typeof stub)['answer']]>([
    ['before its response', () => undefined],
    ['in the middle of its response', (_, response) => void response.write('{"data":')],
  ])('is aborted at the upstream %s', async (_, begin) => {
    stub.answer = begin;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const received = stub.next();
    const answer = send('/add', overStub);
    const { abandoned } = await received;
    await vi.advanceTimersByTimeAsync(30_000);
    await abandoned;
    expect(await answer).toEqual(UNKNOWN);
  });
});
