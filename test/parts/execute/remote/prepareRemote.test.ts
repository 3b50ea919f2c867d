// Which reads share a request to the upstream, and what each of their callers gets.
import { buildSchema, parse } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareRemote } from '../../../../src/gateway/execute/remote/prepareRemote.ts';
import { JsonText } from '../../../../src/gateway/http/json.ts';
import { type Received, type StubAnswer, stubUpstream } from '../../../support/stubUpstream.ts';

const stub = await stubUpstream();
stub.forwarded = ['x-tenant'];
afterAll(() => stub.close());

/** The requests that have arrived, each answered by the test. */
let held: { request: Received; answer(answer: StubAnswer): void }[] = [];
let arrived: (() => void) | undefined;
beforeEach(() => {
  held = [];
  stub.answer = (request, response) => {
    const answer = ({ status = 200, body }: StubAnswer) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    held.push({ request, answer });
    arrived?.();
    return undefined;
  };
});

/** Fulfilled when so many requests have arrived. */
async function arrivals(count: number): Promise<void> {
  while (held.length < count) await new Promise<void>((resolve) => (arrived = resolve));
}

const schema = buildSchema('type Query { count(by: Int): Int! names: [String] } type Mutation { add: Int! }');
const prepare = prepareRemote(stub, { schema, maxBytes: 10_000 });
const count = prepare(parse('query count($by: Int) { count(by: $by) }'));
const names = prepare(parse('{ names }'));
const add = prepare(parse('mutation { add }'));

type Request = Parameters<typeof count>[0];
let ids = 0;
const request = (own: Partial<Request> = {}): Request => ({
  variables: { by: 1 },
  caller: { subject: 'ada', scopes: new Set(), claims: {}, authorization: 'Bearer ada' },
  deadline: Infinity,
  requestId: `id-${++ids}`,
  headers: { authorization: 'Bearer ada' },
  signal: new AbortController().signal,
  ...own,
});

const counted = (value: number) => ({ body: { data: { count: value } } });

describe('identical reads in flight', () => {
  test('are one request with the id of the first, and the next one is another', async () => {
    const reads = Array.from({ length: 10 }, () => count(request()));
    await arrivals(1);
    held[0]!.answer(counted(7));
    // If there were others, they would have no response.
    for (const result of await Promise.all(reads)) expect(result).toEqual({ data: { count: 7 } });
    expect(held.map(({ request: { headers } }) => headers['x-request-id'])).toEqual([`id-${ids - 9}`]);

    const next = count(request());
    await arrivals(2);
    held[1]!.answer(counted(8));
    expect(await next).toEqual({ data: { count: 8 } });
  });

  test('that arrive later join', async () => {
    const first = count(request());
    await arrivals(1);
    const second = count(request());
    held[0]!.answer(counted(7));
    expect(await Promise.all([first, second])).toEqual([{ data: { count: 7 } }, { data: { count: 7 } }]);
    expect(held).toHaveLength(1);
  });

  test('share their error, and the next one is another request', async () => {
    const reads = [count(request()), count(request())];
    await arrivals(1);
    held[0]!.answer({ status: 503, body: '' });
    for (const read of reads) await expect(read).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const next = count(request());
    await arrivals(2);
    held[1]!.answer(counted(8));
    expect(await next).toEqual({ data: { count: 8 } });
  });

  test('share a result that does not match the schema', async () => {
    const reads = [count(request()), count(request())];
    await arrivals(1);
    held[0]!.answer({ body: { data: { count: 'many' } } });
    for (const read of reads) await expect(read).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
  });
});

describe('requests of their own have', () => {
  test.each<[string, Partial<Request>]>([
    ['reads with other variables', { variables: { by: 2 } }],
    ['reads with other credentials', { headers: { authorization: 'Bearer bob' } }],
    ['reads without credentials', { headers: {} }],
    ['reads whose credentials were not read', { caller: null }],
    ['reads with another forwarded header', { headers: { authorization: 'Bearer ada', 'x-tenant': 'a' } }],
    ['reads with a trace of their own', { headers: { authorization: 'Bearer ada', traceparent: '00-1-2-01' } }],
    ['reads that a write depends on', { precedesWrite: true }],
    ...['no-cache', 'max-age=0', 'private, No-Store'].map((directive): [string, Partial<Request>] => [
      `reads with Cache-Control: ${directive}`,
      { headers: { authorization: 'Bearer ada', 'cache-control': directive } },
    ]),
  ])('%s', async (_, own) => {
    const reads = [count(request()), count(request(own))];
    await arrivals(2);
    const byId = new Map(held.map((each) => [each.request.headers['x-request-id'], each]));
    byId.get(`id-${ids - 1}`)!.answer(counted(1));
    byId.get(`id-${ids}`)!.answer(counted(2));
    expect(await Promise.all(reads)).toEqual([{ data: { count: 1 } }, { data: { count: 2 } }]);
  });

  test('other operations', async () => {
    const reads = [count(request({ variables: {} })), names(request({ variables: {} }))];
    await arrivals(2);
    for (const { request: each, answer } of held) {
      answer(each.body.operationName === 'count' ? counted(1) : { body: { data: { names: [] } } });
    }
    expect(await Promise.all(reads)).toEqual([{ data: { count: 1 } }, { data: { names: [] } }]);
  });

  test('writes', async () => {
    const writes = [add(request({ variables: {} })), add(request({ variables: {} }))];
    await arrivals(2);
    held.forEach(({ answer }, index) => answer({ body: { data: { add: index } } }));
    expect((await Promise.all(writes)).map(({ data }) => data?.['add']).toSorted()).toEqual([0, 1]);
  });

  test.each([
    ['200', { body: { data: { add: 1 } } }],
    ['an unknown outcome', { status: 500, body: '' }],
  ])('reads that begin after a write was completed with %s, even if an older one is in flight', async (_, answer) => {
    const older = count(request());
    await arrivals(1);
    const write = add(request({ variables: {} })).catch(() => {});
    await arrivals(2);
    held[1]!.answer(answer);
    await write;
    const younger = count(request());
    await arrivals(3);
    held[2]!.answer(counted(2));
    expect(await younger).toEqual({ data: { count: 2 } });
    // The end of the older one is not that of the younger one.
    held[0]!.answer(counted(1));
    expect(await older).toEqual({ data: { count: 1 } });
  });
});

describe('a caller that leaves', () => {
  const gone = { code: 'UNAVAILABLE', status: 503 };

  test.each([0, 1])('is answered at once, and the other keeps the read: number %i', async (index) => {
    const clients = [new AbortController(), new AbortController()];
    const reads = clients.map(({ signal }) => count(request({ signal })));
    await arrivals(1);
    clients[index]!.abort();
    await expect(reads[index]).rejects.toMatchObject(gone);
    held[0]!.answer(counted(7));
    expect(await reads[1 - index]).toEqual({ data: { count: 7 } });
    expect(held).toHaveLength(1);
  });

  test('as the last one ends the request to the upstream, which nobody joins any more', async () => {
    const clients = [new AbortController(), new AbortController()];
    const reads = clients.map(({ signal }) => count(request({ signal })));
    await arrivals(1);
    for (const client of clients) client.abort();
    const later = count(request());
    for (const read of reads) await expect(read).rejects.toMatchObject(gone);
    await held[0]!.request.abandoned;
    await arrivals(2);
    held[1]!.answer(counted(8));
    expect(await later).toEqual({ data: { count: 8 } });
  });

  test('before its read begins sends nothing', async () => {
    await expect(count(request({ signal: AbortSignal.abort() }))).rejects.toMatchObject(gone);
    const next = count(request());
    await arrivals(1);
    held[0]!.answer(counted(8));
    expect(await next).toEqual({ data: { count: 8 } });
    expect(held).toHaveLength(1);
  });
});

test('a value that is not read is the text of the upstream, unless there are errors', async () => {
  const verbatim = prepare(parse('{ names }'), { path: ['names'] });
  const whole = verbatim(request());
  await arrivals(1);
  held[0]!.answer({ body: { data: { names: ['a', null] } } });
  expect((await whole).data).toEqual({ names: new JsonText('["a",null]') });

  const partial = verbatim(request({ usesPartialData: true }));
  await arrivals(2);
  held[1]!.answer({ body: { data: { names: ['a'] }, errors: [{ message: 'why', path: ['names', 0] }] } });
  expect((await partial).data).toEqual({ names: ['a'] });
});
