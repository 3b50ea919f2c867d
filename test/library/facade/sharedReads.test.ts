// Identical reads at the same time: one request to the upstream, and for each client the response that it would have alone. And how many
// requests an upstream is sent at the same time.
import { setImmediate as turn } from 'node:timers/promises';
import { buildSchema } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createPortico } from '../../../src/gateway/index.ts';
import { type Received, type StubAnswer, stubUpstream } from '../../support/stubUpstream.ts';
import { folderOf } from '../support/folderOf.ts';

const stub = await stubUpstream();
afterAll(() => stub.close());
const { fetch: send } = createPortico({
  schema: buildSchema(`
    type Query { count(by: Int): Int names: Names }
    type Mutation { add(by: Int): Int }
    type Names { id: Int all: [Name] }
    type Name { text: String }`),
  endpoints: folderOf({
    'v1/count.graphql': 'query count($by: Int) @endpoint(method: GET, path: "/count") { count(by: $by) }',
    'v1/names.graphql': 'query names @endpoint(method: GET, path: "/names") { names { id all @catch { text } } }',
    'v1/add.graphql':
      'mutation add($by: Int @param(in: QUERY)) @endpoint(method: POST, path: "/count", status: 200) { add(by: $by) }',
    'v1/put.graphql': `query find { count @export(as: "by") }
      mutation put($by: Int!) @endpoint(method: PUT, path: "/count") { add(by: $by) }`,
  }),
  report: () => {},
  upstream: { url: stub.url, forwarded: ['x-tenant'] },
});

/** The requests that have arrived, each answered by the test. */
let held: { request: Received; answer(answer: StubAnswer): void }[] = [];
let arrived = () => {};
beforeEach(() => {
  held = [];
  stub.answer = (request) =>
    new Promise((answer) => {
      held.push({ request, answer });
      arrived();
    });
});

/** Fulfilled when so many requests have arrived, and what might follow them has had its turns. */
async function arrivals(count: number): Promise<void> {
  while (held.length < count) await new Promise<void>((resolve) => (arrived = resolve));
  for (let turns = 0; turns < 5; turns++) await turn();
  expect(held).toHaveLength(count);
}

let ids = 0;
type Init = { headers?: Record<string, string>; signal?: AbortSignal; address?: string };
/** The status and the body of the response; each request has an id of its own. */
async function read(line = 'GET count?by=1', { headers, signal, address = '192.0.2.1' }: Init = {}) {
  const [method = '', target = ''] = line.split(' ');
  const all = { authorization: 'Bearer ada', 'x-request-id': `id-${++ids}`, ...headers };
  const request = new Request(`http://localhost/v1/${target}`, { method, headers: all, ...(signal && { signal }) });
  const response = await send(request, { clientAddress: address });
  return [response.status, await response.json()];
}
const statusOf = ([status]: unknown[]) => status;

const counted = (count: number): StubAnswer => ({ body: { data: { count, add: count } } });

describe('identical reads in flight', () => {
  test('are one request with the id of the first, and the next one is another', async () => {
    const reads = Array.from({ length: 10 }, () => read());
    await arrivals(1);
    reads.push(read());
    await arrivals(1);
    held[0]!.answer(counted(7));
    expect(await Promise.all(reads)).toEqual(Array(11).fill([200, 7]));
    expect(held[0]!.request.headers['x-request-id']).toBe(`id-${ids - 10}`);
    const next = read();
    await arrivals(2);
    held[1]!.answer(counted(8));
    expect(await next).toEqual([200, 8]);
  });

  test.each<[string, StubAnswer, number]>([
    ['an error', { status: 503, body: '' }, 503],
    ['a result that does not match the schema', { body: { data: { count: 'many' } } }, 502],
  ])('share %s', async (_, answer, status) => {
    const reads = [read(), read()];
    await arrivals(1);
    held[0]!.answer(answer);
    expect((await Promise.all(reads)).map(statusOf)).toEqual([status, status]);
  });

  test('share a result with errors that are caught', async () => {
    const reads = [read('GET names'), read('GET names')];
    await arrivals(1);
    const errors = [{ message: 'no', path: ['names', 'all', 1], extensions: { code: 'NOT_FOUND' } }];
    held[0]!.answer({ body: { data: { names: { id: 1, all: [{ text: 'a' }, { text: 'b' }] } }, errors } });
    expect(await Promise.all(reads)).toEqual(Array(2).fill([200, { id: 1, all: [{ text: 'a' }, null] }]));
  });
});

describe('requests of their own have', () => {
  test.each<[string, string, Init?]>([
    ['reads with other variables', 'GET count?by=2'],
    ['reads with other credentials', 'GET count?by=1', { headers: { authorization: 'Bearer bob' } }],
    ['reads with another forwarded header', 'GET count?by=1', { headers: { 'x-tenant': 'a' } }],
    ['reads with a trace of their own', 'GET count?by=1', { headers: { traceparent: '00-1-2-01' } }],
    ...['no-cache', 'max-age=0', 'private, No-Store'].map((directive): [string, string, Init] => [
      `reads with Cache-Control: ${directive}`,
      'GET count?by=1',
      { headers: { 'cache-control': directive } },
    ]),
    ['writes', 'POST count?by=1'],
  ])('%s', async (_, line, init) => {
    const reads = [read(line.replace('GET count?by=2', 'GET count?by=1')), read(line, init)];
    await arrivals(2);
    for (const { request, answer } of held) answer(counted(Number(request.headers['x-request-id']!.slice(3))));
    expect(await Promise.all(reads)).toEqual([
      [200, ids - 1],
      [200, ids],
    ]);
  });

  test('other operations, and reads that a write depends on', async () => {
    const reads = ['GET count', 'GET names', 'PUT count', 'PUT count'].map((line) => read(line));
    await arrivals(4);
    for (const { request, answer } of held)
      answer({ body: { data: request.body.operationName === 'names' ? { names: { id: 1, all: [] } } : { count: 1 } } });
    stub.answer = () => counted(5);
    expect((await Promise.all(reads)).map(statusOf)).toEqual([200, 200, 200, 200]);
  });

  test.each<[string, StubAnswer]>([
    ['200', counted(1)],
    ['an unknown outcome', { status: 500, body: '' }],
  ])('reads that begin after a write was completed with %s, even if an older one is in flight', async (_, answer) => {
    const older = read();
    await arrivals(1);
    const write = read('POST count');
    await arrivals(2);
    held[1]!.answer(answer);
    await write;
    const younger = read();
    await arrivals(3);
    // The end of the older one is not that of the younger one.
    held[0]!.answer(counted(1));
    expect(await older).toEqual([200, 1]);
    const joined = read();
    await arrivals(3);
    held[2]!.answer(counted(2));
    expect(await Promise.all([younger, joined])).toEqual(Array(2).fill([200, 2]));
  });
});

describe('a client that leaves', () => {
  const leaving = () => {
    const clients = [new AbortController(), new AbortController()];
    return { clients, reads: clients.map(({ signal }) => read('GET count', { signal }).catch(() => 'left')) };
  };

  test.each([0, 1])('does not end the read of the other: number %i', async (index) => {
    const { clients, reads } = leaving();
    await arrivals(1);
    clients[index]!.abort();
    await arrivals(1);
    held[0]!.answer(counted(7));
    expect(await reads[1 - index]).toEqual([200, 7]);
  });

  test('as the last one ends the request to the upstream, which nobody joins any more', async () => {
    const { clients } = leaving();
    await arrivals(1);
    for (const client of clients) client.abort();
    const later = read('GET count');
    await held[0]!.request.abandoned;
    await arrivals(2);
    held[1]!.answer(counted(8));
    expect(await later).toEqual([200, 8]);
  });
});

describe('an upstream is sent 128 requests at the same time', () => {
  test('and the others when these have ended; what waits is neither joined nor sent without its client', async () => {
    const client = new AbortController();
    const first = Array.from({ length: 128 }, (_, by) => read(`GET count?by=${by + 10}`));
    await arrivals(128);
    const waiting = [read(), read('GET count?by=1'), read('GET count?by=2')];
    read('GET count?by=7', { signal: client.signal }).catch(() => {});
    await arrivals(128);
    client.abort();
    held[0]!.answer(counted(0));
    await arrivals(129);
    held[1]!.answer({ status: 503, body: '' });
    await arrivals(130);
    for (const { request, answer } of held.slice(2)) answer(counted(request.body.variables!['by'] as number));
    expect(await Promise.all(waiting)).toEqual([
      [200, 1],
      [200, 1],
      [200, 2],
    ]);
    expect((await Promise.all(first)).slice(0, 3).map(statusOf)).toEqual([200, 503, 200]);
    await arrivals(130);
  });

  test('and 512 wait, half of which may be those of one client', async () => {
    const readAll = (count: number, address: string) =>
      Array.from({ length: count }, (_, by) =>
        read(`GET count?by=${by}`, { address, headers: { 'x-tenant': address } }),
      );
    const reads = [...readAll(128 + 256 + 1, '192.0.2.1'), ...readAll(100, '198.51.100.1')];
    await arrivals(128);
    stub.answer = () => counted(5);
    for (const { answer } of held) answer(counted(5));
    const refused = (await Promise.all(reads)).filter((reply) => statusOf(reply) !== 200);
    expect(refused).toEqual([[503, { error: 'The service is overloaded; try again shortly.' }]]);
  });
});
