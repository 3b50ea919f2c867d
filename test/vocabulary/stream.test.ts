// Whole lists over HTTP: page by page, as fast as the client reads, visibly incomplete where they fail.
import { type IncomingMessage, createServer, request } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { buildSchema } from 'graphql';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type PorticoFailure, type PorticoResponse, createPortico } from '../../src/gateway/index.ts';
import { testFaults } from './support/faults.ts';
import { folderOf, toyEngine } from './support/toy.ts';

const sdl = `
  type Query { rows(first: Int!, after: String, offset: Int, shelf: String): Rows!  one: Row  plain(first: Int, offset: Int): [Row!]! }
  type Rows { nodes: [Row] pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Row { id: Int! text: String }
`;
const schema = buildSchema(sdl);
interface Given {
  first: number;
  after?: string;
}
type Context = { signal: AbortSignal };
let total = 250;
let text = 'a';
/** The pages that are read, and what a page does before it is there. */
let pages: Given[] = [];
let before: (page: number, signal: AbortSignal) => unknown = () => undefined;
let counts = 0;
let brokenRow = 0;
const breakText = (): never => {
  throw new Error('no text');
};
schema.getQueryType()!.getFields()['rows']!.resolve = async (_, given: Given, { signal }: Context) => {
  pages.push(given);
  const start = Number(given.after ?? 0);
  await before(pages.length, signal);
  const end = Math.min(total, start + given.first);
  const nodes = Array.from({ length: Math.max(0, end - start) }, (__, index) => ({
    id: start + index + 1,
    text: start + index + 1 === brokenRow ? breakText : text,
  }));
  return {
    nodes: [null, ...nodes],
    pageInfo: { hasNextPage: end < total, endCursor: String(end) },
    totalCount: () => (counts++, total),
  };
};
const failures: PorticoFailure[] = [];
const responded: PorticoResponse[] = [];
const documents = {
  'conventions.json': '{ "page": { "streamMax": 5000 } }',
  'v1/rows.graphql':
    'query rows($shelf: String) @endpoint(method: GET, path: "/rows", maxAge: 5, stream: true, produces: ["application/json", "text/csv", "application/jsonl"]) { rows(shelf: $shelf) @paginate { nodes { id text } } }',
  'v1/caught.graphql':
    'query caught @endpoint(method: GET, path: "/caught", stream: true, produces: ["text/csv"]) { rows @paginate { nodes { id text @catch } } }',
  'v2/conventions.json':
    '{ "page": { "cursor": "plain", "max": 50, "over": "clamp" }, "headers": { "Link": "X-Pages" } }',
};
const folder = folderOf(documents);
let authorized = true;
const portico = createPortico({
  schema,
  endpoints: folder,
  context: (_, { signal }) => ({ signal }),
  authenticate: () => (authorized ? { subject: 'me', scopes: [] } : null),
  report: (failure) => void failures.push(failure),
  onResponse: (each) => void responded.push(each),
});
const server = createServer(portico.handler);
const sockets = new Set<Socket>();
server.on('connection', (socket) => sockets.add(socket));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
afterAll(() => void server.close().closeAllConnections());
beforeEach(() => {
  [total, text, pages, counts, authorized, brokenRow] = [250, 'a', [], 0, true, 0];
  before = () => undefined;
  failures.length = responded.length = 0;
});

interface Received {
  status: number;
  headers: IncomingMessage['headers'];
  trailers: IncomingMessage['trailers'];
  text: string;
  isComplete: boolean;
}

function send(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path: target, method, headers: { accept: 'text/csv', ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => {});
      response.on('close', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          trailers: response.trailers,
          text: Buffer.concat(chunks).toString(),
          isComplete: response.complete,
        }),
      );
    });
    sent.on('error', reject).end();
  });
}
const json = ({ status, text: body }: Received) => [status, JSON.parse(body) as unknown];
const csvOf = (from: number, to: number) =>
  `id,text\r\n${Array.from({ length: to - from + 1 }, (_, index) => `${from + index},a\r\n`).join('')}`;

describe('a whole list', () => {
  test('is all rows as CSV, read in pages of the greatest size', async () => {
    const { status, headers, trailers, text: body, isComplete } = await send('/v1/rows');
    expect([status, body, isComplete]).toEqual([200, csvOf(1, 250), true]);
    expect(pages.map(({ first, after }) => [first, after])).toEqual([
      [100, undefined],
      [100, '100'],
      [100, '200'],
    ]);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'cache-control': 'private, no-store',
      'transfer-encoding': 'chunked',
      vary: 'Accept, Authorization',
      'x-request-id': expect.any(String),
    });
    for (const absent of ['etag', 'link', 'content-length']) expect(headers).not.toHaveProperty(absent);
    expect([trailers, counts, failures]).toEqual([{}, 0, []]);
    expect(responded.map((each) => [each.status, each.endpoint])).toEqual([[200, 'GET /rows']]);
  });
  test('that is empty has its header row', async () => {
    total = 0;
    expect(await send('/v1/rows')).toMatchObject({ status: 200, text: 'id,text\r\n', isComplete: true });
    expect(await send('/v1/rows', { accept: 'application/jsonl' })).toMatchObject({ text: '', isComplete: true });
  });
  test('has as many rows as limit says, and the link to the next ones behind it', async () => {
    const { text: body, trailers } = await send('/v1/rows?limit=130&shelf=x');
    expect(body).toBe(csvOf(1, 130));
    expect(pages.map(({ first }) => first)).toEqual([100, 30]);
    const [, next] = /^<(.*)>; rel="next"$/.exec(trailers['link']!)!;
    expect(next).toMatch(/^\/v1\/rows\?shelf=x&cursor=[\w-]+&limit=130$/);
    expect((await send(next!)).text).toBe(csvOf(131, 250));
    const cursor = new URL(next!, 'http://a').searchParams.get('cursor')!;
    const page = await send(`/v1/rows?shelf=x&limit=1&cursor=${cursor}`, { accept: 'application/json' });
    expect(json(page)[1]).toMatchObject({ data: [{ id: 131 }] });
    expect(json(await send(`/v1/rows?cursor=${cursor}`))).toEqual([
      400,
      { error: 'cursor must be a cursor of this list' },
    ]);
  });
  test('ends at streamMax', async () => {
    total = 6000;
    const { text: body, trailers, headers } = await send('/v1/rows');
    expect(body).toBe(csvOf(1, 5000));
    expect([headers['trailer'], trailers['link']]).toEqual(['Link', expect.stringContaining('cursor=')]);
    expect(json(await send('/v1/rows?limit=5001'))).toEqual([
      400,
      { error: 'limit must be an integer between 1 and 5000' },
    ]);
  });
  test('has plain cursors, a limit that is clamped and other names of headers where the conventions say so', async () => {
    total = 5100;
    const { text: body, trailers, status } = await send('/v2/rows?limit=9999');
    expect([status, failures]).toEqual([200, []]);
    expect(body).toBe(csvOf(1, 5000));
    expect(trailers['x-pages']).toBe('</v2/rows?cursor=5000&limit=9999>; rel="next"');
    expect((await send('/v2/rows?cursor=5000')).text).toBe(csvOf(5001, 5100));
  });
  test.each(['offset=1', 'page=1'])('cannot begin at %s', async (query) => {
    const [name] = query.split('=');
    expect(json(await send(`/v1/rows?${query}`))).toEqual([
      400,
      { error: `${name} is not supported where the whole list is sent; use cursor` },
    ]);
    expect((await send(`/v1/rows?${query}`, { accept: 'application/json' })).status).toBe(200);
  });
});

describe('what fails', () => {
  test('before the first byte is an error as usual', async () => {
    before = () => {
      throw new Error('no database');
    };
    expect(json(await send('/v1/rows'))).toEqual([500, { error: expect.stringContaining('Internal server error') }]);
    expect(failures).toHaveLength(1);
    authorized = false;
    expect((await send('/v1/rows')).status).toBe(401);
  });
  test('behind it leaves the body without an end, and is reported once with the id of the request', async () => {
    before = (page) => {
      if (page === 2) throw new Error('no database');
    };
    const { status, text: body, isComplete, headers } = await send('/v1/rows');
    expect([status, body, isComplete]).toEqual([200, csvOf(1, 100), false]);
    expect(failures.map((failure) => [failure.requestId, String(failure.error.cause)])).toEqual([
      [headers['x-request-id'], expect.stringContaining('no database')],
    ]);
  });
  test('in a field with @catch is null, and reported as such', async () => {
    brokenRow = 150;
    const { text: body, isComplete } = await send('/v1/caught');
    expect([body, isComplete]).toEqual([csvOf(1, 250).replace('\n150,a', '\n150,'), true]);
    expect(failures.map(({ isCaught }) => isCaught)).toEqual([true]);
  });
  test('are credentials that are not valid any more', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    before = (page) => {
      if (page === 2) [authorized] = [false, vi.setSystemTime(Date.now() + 2_000)];
    };
    expect(await send('/v1/rows')).toMatchObject({ text: csvOf(1, 200), isComplete: false });
    vi.useRealTimers();
    expect(failures[0]!.error).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('a client', () => {
  /** A connection that does not read what it receives. */
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.write(`GET /v1/rows HTTP/1.1\r\nHost: a\r\nAccept: text/csv\r\n\r\n`);
    return socket;
  };
  test('that does not read stops the reading of pages', async () => {
    [total, text] = [5000, 'x'.repeat(20_000)];
    const socket = await open();
    let seen = -1;
    while (seen !== pages.length || pages.length === 0) {
      seen = pages.length;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(pages.length).toBeLessThan(20);
    socket.destroy();
    await vi.waitFor(() => expect(responded).toHaveLength(1));
    expect(failures).toEqual([]);
  });
});

test('a client of HTTP/1.0 has no trailer', async () => {
  total = 3;
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /v1/rows?limit=2 HTTP/1.0\r\nAccept: text/csv\r\n\r\n');
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(received).not.toMatch(/trailer|chunked/i);
  expect(received.endsWith(`\r\n\r\n${csvOf(1, 2)}`)).toBe(true);
});

test('a failure behind the first byte resets a connection of HTTP/1.0, whose end would be that of the body', async () => {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  // A reset beside data that is not read yet looks like an end to Node.
  before = async (page) => {
    if (page === 1) return;
    await vi.waitFor(() => expect(received.endsWith(csvOf(1, 100))).toBe(true));
    throw new Error('no database');
  };
  const end = new Promise((resolve) => socket.on('end', resolve).on('error', resolve));
  socket.write('GET /v1/rows HTTP/1.0\r\nAccept: text/csv\r\n\r\n');
  expect(await end).toMatchObject({ code: 'ECONNRESET' });
});

describe('a Response of the Fetch standard', () => {
  const fetched = (init?: RequestInit) =>
    portico.fetch(new Request('http://a/v1/rows', { headers: { accept: 'text/csv' }, ...init }));
  test('has the whole list, and reads a page only when it is asked for one', async () => {
    const response = await fetched();
    expect([response.status, response.headers.get('trailer'), pages.length]).toEqual([200, null, 1]);
    const chunks: string[] = [];
    for await (const chunk of response.body!) {
      chunks.push(Buffer.from(chunk).toString());
      expect(pages.length).toBe(chunks.length);
    }
    expect(chunks.join('')).toBe(csvOf(1, 250));
  });
  test('that is cancelled ends what executes', async () => {
    let isAborted = false;
    before = (page, signal) =>
      page > 1 && new Promise(() => signal.addEventListener('abort', () => (isAborted = true)));
    const reader = (await fetched()).body!.getReader();
    await reader.read();
    void reader.read().catch(() => {});
    await vi.waitFor(() => expect(pages).toHaveLength(2));
    void reader.cancel();
    await vi.waitFor(() => expect(isAborted).toBe(true));
    await vi.waitFor(() => expect(responded).toHaveLength(1));
    expect(failures).toEqual([]);
  });
  test('fails where a page does', async () => {
    before = (page) => {
      if (page === 2) throw new Error('no database');
    };
    await expect((await fetched()).text()).rejects.toThrow();
    expect(failures).toHaveLength(1);
  });
});

test('OpenAPI says which types are the whole list', () => {
  const openApi = (stream: boolean) =>
    toyEngine({
      'v1/get.graphql': `query get @endpoint(method: GET, path: "/a", stream: ${stream}, produces: ["application/json", "text/csv"]) { books @paginate { nodes { id } } }`,
    }).openApi.get('/v1/openapi.json') as never;
  const operation = (document: { paths: { '/a': { get: Record<string, never> } } }) => document.paths['/a'].get;
  const { parameters, responses } = operation(openApi(true)) as unknown as {
    parameters: object[];
    responses: Record<string, { content: object }>;
  };
  expect(responses['200']!.content).toMatchObject({
    'text/csv': { schema: { type: 'string' }, 'x-stream': true, example: 'id\r\n' },
    'application/json': expect.not.objectContaining({ 'x-stream': true }),
  });
  expect(parameters[0]).toMatchObject({ name: 'limit', schema: { maximum: 100, default: 20 } });
});

describe('stream: true is refused', () => {
  const rows = (more: string, list = 'rows @paginate { nodes { id } }') =>
    `query get @endpoint(method: GET, path: "/a"${more}) { ${list} }`;
  testFaults(sdl, [
    [
      'without a list',
      rows(', stream: ▶true, produces: ["text/csv"]', 'plain { id }'),
      'stream: true needs a list of a GET with @paginate. | Add @paginate, or remove stream.',
    ],
    [
      'without a type of rows',
      rows(', stream: ▶true'),
      'stream: true needs text/csv or application/jsonl. | Add one of them to produces, or remove stream.',
    ],
    [
      'without cursors',
      rows(', stream: ▶true, produces: ["text/csv"]', 'plain @paginate(styles: [OFFSET]) { id }'),
      'stream: true needs the style CURSOR, by which the pages are read. | Offer CURSOR, or remove stream.',
    ],
  ]);
});
