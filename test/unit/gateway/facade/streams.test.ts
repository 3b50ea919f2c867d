// Whole lists of an upstream, through the server of a façade: its connections, its log and its compression.
import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { stubUpstream } from '../execution/remote/stubUpstream.ts';
import { CODINGS, type Coding } from '../../../../src/gateway/protocol/contentCoding.ts';
import { failuresIn, openFacade } from './support/openFacade.ts';

const stub = await stubUpstream();
const facade = await openFacade({
  upstream: stub,
  sdl: `
    type Query { rows(first: Int, after: String): Rows! }
    type Rows { edges: [Edge!]! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Edge { node: Row }
    type Row { id: Int! text: String }
  `,
  files: {
    'rows.graphql': `query rows @endpoint(method: GET, path: "/rows", stream: true, produces: ["application/json", "text/csv", "application/jsonl"]) {
      rows @paginate(styles: [CURSOR]) { edges @unwrap { node { id text } } }
    }`,
  },
});
afterAll(async () => {
  await facade.close();
  await stub.close();
});

const DECODERS: Record<Coding | 'identity', () => Transform> = {
  identity: () => new PassThrough(),
  gzip: () => zlib.createGunzip(),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zlib.createZstdDecompress(),
};
const TOTAL = 250;
let answered = 0;
/** Pages of which each item has a text of this length. */
function answerPages(length = 1, last = Infinity): void {
  stub.answer = ({ body: { variables = {} } }) => {
    if (++answered > last) return undefined;
    const { pageFirst, pageAfter } = variables as { pageFirst: number; pageAfter?: string };
    const start = Number(pageAfter ?? 0);
    const end = Math.min(TOTAL, start + pageFirst);
    const edges = Array.from({ length: end - start }, (_, index) => ({
      node: { id: start + index + 1, text: 'a'.repeat(length) },
    }));
    return { body: { data: { rows: { edges, _page: { hasNextPage: end < TOTAL, endCursor: String(end) } } } } };
  };
}
beforeEach(() => {
  answered = 0;
  facade.logged.length = 0;
});
const read = (headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${facade.url}/v1/rows`, { headers: { accept: 'text/csv', 'x-request-id': 'mine', ...headers }, ...init });
const line = () => facade.logged.find(({ msg }) => msg === 'request');
const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index},a\r\n`).join('');

test('are read by its cursors, and logged when they have ended', async () => {
  answerPages();
  expect(await (await read()).text()).toBe(`id,text\r\n${rows(1, 250)}`);
  expect(answered).toBe(3);
  await vi.waitFor(() => expect(line()).toMatchObject({ status: 200, endpoint: 'GET /rows' }));
  expect(line()).not.toHaveProperty('aborted');
});

test.each(['gzip', 'br'])('are compressed with %s as they come', async (coding) => {
  answerPages();
  const response = await read({ 'accept-encoding': coding });
  expect(response.headers.get('content-encoding')).toBe(coding);
  expect(await response.text()).toBe(`id,text\r\n${rows(1, 250)}`);
});

test.each(['identity', ...CODINGS])('that are small are sent with %s before the next page is there', async (coding) => {
  answerPages(1, 1);
  const headers = { accept: 'text/csv', 'accept-encoding': coding };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${facade.url}/v1/rows`, { headers }, resolve).on('error', reject);
  });
  const decoder = DECODERS[coding as Coding | 'identity']();
  const [chunk] = (await once(response.pipe(decoder), 'data')) as [Buffer];
  expect(String(chunk)).toBe(`id,text\r\n${rows(1, 100)}`);
  await vi.waitFor(() => expect(answered).toBe(2));
  response.destroy();
  await stub.received.at(-1)!.abandoned;
  await vi.waitFor(() => expect(line()).toMatchObject({ aborted: true }));
});

test.each(['identity', 'gzip'])(
  'that fail behind the first page have no end with %s, and one failure in the log',
  async (coding) => {
    const fine = stub.answer;
    stub.answer = (request, response) =>
      request.body.variables?.['pageAfter'] === '100' ? { status: 500, body: 'broken' } : fine(request, response);
    await expect(read({ 'accept-encoding': coding }).then((response) => response.text())).rejects.toThrow();
    await vi.waitFor(() => expect(line()).toMatchObject({ status: 200, aborted: true, requestId: 'mine' }));
    expect(JSON.parse(failuresIn(facade.logged, 'mine'))).toHaveLength(1);
  },
);

test.each(['identity', 'gzip'])('that a client leaves end the request to the upstream with %s', async (coding) => {
  answerPages(1000, 1);
  const controller = new AbortController();
  const response = await read({ 'accept-encoding': coding }, { signal: controller.signal });
  expect(response.status).toBe(200);
  await vi.waitFor(() => expect(answered).toBe(2));
  const { abandoned } = stub.received.at(-1)!;
  controller.abort();
  await abandoned;
  await vi.waitFor(() => expect(line()).toMatchObject({ status: 200, aborted: true }));
  expect(failuresIn(facade.logged, 'mine')).toBe('[]');
});

test('whose cursor leads nowhere end visibly', async () => {
  stub.answer = () => ({
    body: { data: { rows: { edges: [], _page: { hasNextPage: true, endCursor: 'same' } } } },
  });
  await expect(read().then((response) => response.text())).rejects.toThrow();
  expect(failuresIn(facade.logged, 'mine')).toContain('rows has a next page, but its cursor is that of this one.');
});
