// What only the function of the Fetch standard has to care about; hosts.test.ts has what both handlers promise.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type PorticoFailure, type PorticoOptions, createPortico } from '../../src/gateway/index.ts';
import { folderOf } from './support/folderOf.ts';

const folder = folderOf({
  'v1/echo.graphql':
    'mutation echo($text: String!) @endpoint(method: POST, path: "/echo", status: 200) { echo(text: $text) }',
  'v1/wait.graphql': 'query wait @endpoint(method: GET, path: "/wait") { wait }',
  'v1/limited.graphql': 'query limited @endpoint(method: GET, path: "/limited") { hello }',
  'v1/where.graphql': 'query where @endpoint(method: POST, path: "/where", status: 201, location: "/there") { hello }',
  'conventions.json': '{ "rateLimit": { "limited": "1/86400" }, "urls": "absolute" }',
});

function create(options: Partial<PorticoOptions> = {}) {
  const schema = buildSchema('type Query { hello: String wait: String } type Mutation { echo(text: String!): String }');
  schema.getQueryType()!.getFields()['hello']!.resolve = () => 'hello';
  schema.getMutationType()!.getFields()['echo']!.resolve = (_, { text }: { text: string }) => text;
  schema.getQueryType()!.getFields()['wait']!.resolve = (_, __, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  return createPortico({ schema, endpoints: folder, ...options });
}

const post = (body: string | ReadableStream, headers: Record<string, string> = {}) =>
  new Request('http://localhost/v1/echo', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' as const }),
  });

describe('a body', () => {
  test('is read from a stream', async () => {
    const response = await create().fetch(post(new Blob(['{"text":', '"ä"}']).stream()));
    expect([response.status, await response.json()]).toEqual([200, 'ä']);
  });

  test('that the host has read is a defect, which names the remedy', async () => {
    const report = vi.fn<(failure: PorticoFailure) => void>();
    const request = post('{"text":"a"}');
    await request.text();
    const response = await create({ report }).fetch(request);
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'Internal server error; it has been logged.' },
    ]);
    const message = 'The body of the Request was read before portico.fetch; pass a clone of the Request, or a new one.';
    expect(report.mock.calls.map(([{ error }]) => error.cause)).toEqual([new Error(message)]);
  });

  test('that ends with an error is 400', async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('the client has gone')),
    });
    const response = await create().fetch(post(broken));
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'The body ended before it was complete.' },
    ]);
  });

  test.each([
    ['of more bytes than its Content-Length', {}],
    ['of a Content-Length above the limit', { 'content-length': String(2 ** 21) }],
  ])('%s that never ends is 413 at once', async (_, headers) => {
    let pulled = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        pulled += 64;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const response = await create().fetch(post(endless, headers));
    expect(response.status).toBe(413);
    // It reads 8 MiB more, and no further.
    await expect.poll(() => pulled).toBeGreaterThan(8 * 1024);
    expect(pulled).toBeLessThan(10 * 1024);
  });
});

test.each<[string, unknown]>([
  ['text', 'a'],
  ['nothing', undefined],
  ['an ArrayBuffer', new ArrayBuffer(1)],
])('a stream of %s is a defect of the host', async (_, chunk) => {
  const report = vi.fn<(failure: PorticoFailure) => void>();
  const stream = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
  expect((await create({ report }).fetch(post(stream))).status).toBe(500);
  const cause = new TypeError('The body of the Request must be a stream of bytes.');
  expect(report.mock.calls.map(([{ error }]) => error.cause)).toEqual([cause]);
});

test('a locked body is a defect of the host', async () => {
  const report = vi.fn<(failure: PorticoFailure) => void>();
  const request = post('{"text":"a"}');
  request.body!.getReader();
  expect((await create({ report }).fetch(request)).status).toBe(500);
  expect(String(report.mock.calls[0]![0].error.cause)).toContain('was read before portico.fetch');
});

test('a body that does not arrive before the deadline is 408, and is cancelled', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const cancel = vi.fn<() => void>();
  const reads = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
  const response = create().fetch(post(new ReadableStream({ pull: reads, cancel })));
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(30_000);
  expect([(await response).status, await (await response).json()]).toEqual([
    408,
    { error: 'Request timeout: the body did not arrive in time.' },
  ]);
  expect(cancel).toHaveBeenCalledOnce();
});

test.each(['/health/live', '/openapi.json'])('HEAD of %s has no body', async (path) => {
  const portico = create({ health: true, openapi: true });
  const response = await portico.fetch(new Request(`http://localhost${path}`, { method: 'HEAD' }));
  expect([response.status, response.body]).toEqual([200, null]);
});

describe('the client', () => {
  test('that disconnects aborts a query', async () => {
    const controller = new AbortController();
    const report = vi.fn<(failure: PorticoFailure) => void>();
    const response = create({ report }).fetch(new Request('http://localhost/v1/wait', { signal: controller.signal }));
    controller.abort();
    await response;
    expect(report).not.toHaveBeenCalled();
  });

  test.each<[string, unknown, unknown]>([
    ['the host', { clientAddress: '10.0.0.1' }, { clientAddress: '10.0.0.2' }],
    ['Deno', { remoteAddr: { hostname: '10.0.0.1' } }, { remoteAddr: { hostname: '10.0.0.2' } }],
    ['Bun', { requestIP: () => ({ address: '10.0.0.1' }) }, { requestIP: () => ({ address: '10.0.0.2' }) }],
  ])('has the address that %s knows', async (_, one, other) => {
    const portico = create();
    const statusOf = async (host: unknown) =>
      (await portico.fetch(new Request('http://localhost/v1/limited'), host)).status;
    expect([await statusOf(one), await statusOf(one), await statusOf(other), await statusOf(other)]).toEqual([
      200, 429, 200, 429,
    ]);
  });

  test.each([undefined, null, {}, 7, { clientAddress: null }, { requestIP: () => null }])(
    'has no address where the host passes %j',
    async (host) => {
      const response = await create().fetch(new Request('http://localhost/v1/limited'), host);
      expect(response.status).toBe(200);
    },
  );
});

test('absolute URLs begin with the origin of the request', async () => {
  const request = new Request('https://api.example:8443/v1/where', { method: 'POST', headers: { host: 'evil' } });
  const response = await create().fetch(request);
  expect(response.headers.get('location')).toBe('https://api.example:8443/v1/there');
});

describe('a wrong call', () => {
  test('of fetch with a request of node:http says which function is meant', async () => {
    const thrown = new Promise((resolve) => {
      const server = createServer((request) => {
        try {
          void create().fetch(request as unknown as Request);
        } catch (error) {
          resolve(error);
        }
        request.socket.destroy();
      });
      onTestFinished(() => void server.close());
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        fetch(`http://127.0.0.1:${port}/v1/wait`).catch(() => {});
      });
    });
    expect(await thrown).toEqual(
      new TypeError(
        'portico.fetch must be called with a Request of the Fetch standard; portico.handler is for the request and the response of node:http.',
      ),
    );
  });

  test.each<[string, unknown[]]>([
    ['a Request', [new Request('http://localhost/')]],
    ['nothing', []],
    ['a Request and a Response', [new Request('http://localhost/'), new Response()]],
  ])('of the handler with %s says which function is meant', (_, given) => {
    const { handler } = create();
    expect(() => (handler as (...given: unknown[]) => void)(...given)).toThrow(
      new TypeError(
        'portico.handler must be called with the request and the response of node:http; portico.fetch is for a Request of the Fetch standard.',
      ),
    );
  });
});

test('a server of node:http that is behind the handler survives a wrong call', async () => {
  const { handler } = create();
  const server = createServer((request, response) => {
    try {
      (handler as (request: unknown) => void)(request);
    } catch {
      response.writeHead(500).end();
    }
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect((await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).status).toBe(500);
});
