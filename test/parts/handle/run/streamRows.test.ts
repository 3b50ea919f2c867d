// The turns in which the pages of a whole list are read.
import { buildSchema, execute } from 'graphql';
import { rmSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { createEngine } from '../../../../src/gateway/serve/createEngine.ts';
import type { Admission } from '../../../../src/gateway/guard/limits/createAdmission.ts';
import { OVERLOADED } from '../../../../src/gateway/base/errors/knownErrors.ts';
import { compileThroughJson } from '../../support/compileThroughJson.ts';
import { folderOf } from '../../../vocabulary/support/toy.ts';

const schema = buildSchema(`
  type Query { rows(first: Int!, after: String): Rows! }
  type Rows { nodes: [Row!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Row { id: Int! }
`);
const rootValue = {
  rows: ({ first, after = '0' }: { first: number; after?: string }) => ({
    nodes: Array.from({ length: first }, (_, index) => ({ id: Number(after) + index + 1 })),
    pageInfo: { hasNextPage: true, endCursor: String(Number(after) + first) },
  }),
};
const folder = folderOf({
  'v1/rows.graphql':
    'query rows @endpoint(method: GET, path: "/rows", stream: true, produces: ["application/jsonl"]) { rows @paginate(styles: [CURSOR], max: 2) { nodes { id } } }',
});
const plan = compileThroughJson(folder, schema);
rmSync(folder, { recursive: true });

/** The reply of a server that refuses work as long as `isFull` says so of the attempts from 0 on. */
async function read(isFull: (attempt: number) => boolean) {
  const work: Parameters<Admission['run']>[0][] = [];
  let attempts = 0;
  const admission: Admission = {
    acquire: () => Promise.reject(new Error('Nothing acquires.')),
    refuses: () => false,
    holdRefusal: async () => {},
    drain: () => {},
    run: (given, run) => {
      work.push(given);
      return isFull(attempts++) ? Promise.reject(OVERLOADED) : run();
    },
  };
  const reports: unknown[] = [];
  const engine = createEngine({
    plan,
    schema,
    admission,
    prepare: (document) => async (request) =>
      execute({ schema, document, rootValue, variableValues: { ...request.variables } }),
    report: ({ error }) => reports.push(error),
    settings: { basePath: '' },
  });
  const reply = await engine.handle({
    method: 'GET',
    target: '/v1/rows?limit=5',
    headers: {},
    requestId: 'r',
    signal: new AbortController().signal,
    readBody: () => Promise.reject(new Error('There is no body.')),
  });
  return { reply, work, reports, attempts: () => attempts };
}

test('each page has a turn and a deadline of its own, and waits while too much work does', async () => {
  vi.useFakeTimers();
  const { reply, work, attempts } = await read((attempt) => attempt > 0 && attempt < 4);
  const started = Date.now();
  let text = '';
  const whole = (async () => {
    for await (const chunk of reply.stream!) text += String(chunk);
  })();
  await vi.advanceTimersByTimeAsync(5_000);
  await whole;
  vi.useRealTimers();
  expect(text).toBe('{"id":1}\n{"id":2}\n{"id":3}\n{"id":4}\n{"id":5}\n');
  expect(attempts()).toBe(6);
  expect(work.slice(1).map(({ deadline }) => deadline - started)).toEqual([30_000, 30_000, 30_000, 30_000, 30_750]);
});

test('a page that gets no turn until its deadline ends the stream', async () => {
  vi.useFakeTimers();
  const { reply, reports } = await read((attempt) => attempt > 0);
  const whole = (async () => {
    for await (const chunk of reply.stream!) void chunk;
  })().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await whole).toBe(OVERLOADED);
  vi.useRealTimers();
  expect(reports).toEqual([OVERLOADED]);
});

test('a client that leaves ends the wait for a turn', async () => {
  vi.useFakeTimers();
  const { reply, reports } = await read((attempt) => attempt > 0);
  await reply.stream!.next();
  const page = reply.stream!.next().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(1);
  await reply.stream!.return!();
  expect(await page).toMatchObject({ name: 'AbortError' });
  expect([vi.getTimerCount(), reports]).toEqual([0, []]);
  vi.useRealTimers();
});
