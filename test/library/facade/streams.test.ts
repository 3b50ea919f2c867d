// Whole lists of an upstream, through the server of a façade: its connections, its log and its compression.
import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { stubUpstream } from '../../support/stubUpstream.ts';
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

const DECODERS: Readonly<Record<string, () => Transform>> = {
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
const read = (headers: Record<string, string> = {}, init: RequestInit = {}, query = '') =>
  fetch(`${facade.url}/v1/rows${query}`, {
    headers: { accept: 'text/csv', 'x-request-id': 'mine', ...headers },
    ...init,
  });
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

/** zstd is one of newer versions of Node. */
const available = Object.keys(DECODERS).filter((coding) => coding !== 'zstd' || 'createZstdDecompress' in zlib);
test.each(available)('that are small are sent with %s before the next page is there', async (coding) => {
  answerPages(1, 1);
  const headers = { accept: 'text/csv', 'accept-encoding': coding };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${facade.url}/v1/rows`, { headers }, resolve).on('error', reject);
  });
  const decoder = DECODERS[coding]!();
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

/** A page with a cursor, and as many rows. */
const pageOf = (endCursor: string | null, count = 0) => ({
  edges: Array.from({ length: count }, (_, index) => ({ node: { id: index + 1, text: 'a' } })),
  _page: { hasNextPage: true, endCursor },
});
const NOWHERE = 'rows has a next page, but its cursor leads to no other page.';
test.each<[string, (page: number) => ReturnType<typeof pageOf>, string]>([
  ['whose cursor is that of the page', () => pageOf('same'), NOWHERE],
  ['whose cursors are a cycle', (page) => pageOf('abc'[page % 3]!, 1), NOWHERE],
  ['without a cursor', () => pageOf(null, 2), NOWHERE],
  ['with an empty cursor', () => pageOf('', 2), NOWHERE],
  ['without rows', (page) => pageOf(String(page)), 'rows has 1000 pages without rows one after another.'],
  [
    'with few rows',
    (page) => pageOf(String(page), page % 500 === 0 ? 1 : 0),
    'rows has more than 1003 pages for 250 rows.',
  ],
])('%s end visibly', async (_, page, message) => {
  stub.answer = () => ({ body: { data: { rows: page(++answered) } } });
  await expect(read({}, {}, '?limit=250').then((response) => response.text())).rejects.toThrow();
  expect(failuresIn(facade.logged, 'mine')).toContain(message);
});

test.each(['text/csv', 'application/jsonl'])(
  'are cut where a page has more rows than it was asked for: %s',
  async (accept) => {
    stub.answer = () => ({ body: { data: { rows: pageOf('next', 50) } } });
    const text = await (await read({ accept }, {}, '?limit=3')).text();
    expect(
      text
        .trim()
        .split('\n')
        .filter((each) => /\d/.test(each)),
    ).toHaveLength(3);
    expect(failuresIn(facade.logged, 'mine')).toContain('rows has 50 rows on a page of 3.');
  },
);
