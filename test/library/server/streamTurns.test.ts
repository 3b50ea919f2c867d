// The turns in which the pages of a whole list are read.
import { buildSchema } from 'graphql';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EngineOptions, OVERLOADED, type Work } from '../../../src/gateway/server.ts';
import { openEngine } from '../support/openEngine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const schema = buildSchema(`
  type Query { rows(first: Int!, after: String): Rows! }
  type Rows { nodes: [Row!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Row { id: Int! }
`);
schema.getQueryType()!.getFields()['rows']!.resolve = (
  _,
  { first, after = '0' }: { first: number; after?: string },
) => ({
  nodes: Array.from({ length: first }, (__, index) => ({ id: Number(after) + index + 1 })),
  pageInfo: { hasNextPage: true, endCursor: String(Number(after) + first) },
});
const files = {
  'v1/rows.graphql':
    'query rows @endpoint(method: GET, path: "/rows", stream: true, produces: ["application/jsonl"]) { rows @paginate(styles: [CURSOR], max: 2) { nodes { id } } }',
};

/** The stream of a server that refuses work as long as `isFull` says so of the attempts from 0 on. */
async function read(isFull: (attempt: number) => boolean) {
  const work: Work[] = [];
  const admission: NonNullable<EngineOptions['admission']> = {
    acquire: () => Promise.reject(new Error('Nothing acquires.')),
    refuses: () => false,
    holdRefusal: async () => {},
    drain: () => {},
    run: (given, run) => (work.push(given), isFull(work.length - 1) ? Promise.reject(OVERLOADED) : run()),
  };
  const reports: unknown[] = [];
  const engine = openEngine({ schema, files, admission, report: ({ error }) => void reports.push(error) });
  const { stream } = await engine.send('GET /v1/rows?limit=5');
  return { stream: stream!, work, reports };
}

test('each page has a turn and a deadline of its own, and waits while too much work does', async () => {
  const { stream, work } = await read((attempt) => attempt > 0 && attempt < 4);
  const started = Date.now();
  let text = '';
  const whole = (async () => {
    for await (const chunk of stream) text += String(chunk);
  })();
  await vi.advanceTimersByTimeAsync(5_000);
  await whole;
  expect(text).toBe('{"id":1}\n{"id":2}\n{"id":3}\n{"id":4}\n{"id":5}\n');
  expect(work.slice(1).map(({ deadline }) => deadline - started)).toEqual([30_000, 30_000, 30_000, 30_000, 30_750]);
});

test('a page that gets no turn until its deadline ends the stream', async () => {
  const { stream, reports } = await read((attempt) => attempt > 0);
  const whole = (async () => {
    for await (const chunk of stream) void chunk;
  })().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await whole).toBe(OVERLOADED);
  expect(reports).toEqual([OVERLOADED]);
});

test('a client that leaves ends the wait for a turn', async () => {
  const { stream, reports } = await read((attempt) => attempt > 0);
  await stream.next();
  const page = stream.next().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(1);
  await stream.return!();
  expect(await page).toMatchObject({ name: 'AbortError' });
  expect([vi.getTimerCount(), reports]).toEqual([0, []]);
});
