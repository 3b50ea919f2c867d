// What no client of the service can cause or see of /graphql: its time and memory, overload, failures, and its first request.
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { GraphQLRequestContext } from '@apollo/server';
import { buildSchema, getOperationAST, parse } from 'graphql';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Logger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import { createAdmission } from '../../../src/gateway/guard/limits/createAdmission.ts';
import type { Exchange } from '../../../src/gateway/serve/readRequest.ts';
import { admitOperation } from '../../../src/service/graphql/admitOperation.ts';
import type { GraphqlContext } from '../../../src/service/graphql/admitRequest.ts';
import type { GraphqlHandler } from '../../../src/service/graphql/createGraphqlHandler.ts';
import { deferHandler } from '../../../src/service/graphql/deferHandler.ts';
import { createCostCache } from '../../../src/service/graphql/graphqlCaches.ts';
import { hashDocument } from '../../../src/service/graphql/safelist.ts';
import { startToyServer } from '../support/toyServer.ts';

const server = await startToyServer();
afterAll(() => server.close());
beforeEach(() => {
  server.log.length = 0;
  server.ran.length = 0;
});

async function send(body: object, { url = server.url, token = 'none', signal = new AbortController().signal } = {}) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    signal,
  });
  const { status, headers } = response;
  return { status, retryAfter: headers.get('retry-after'), headers, json: (await response.json()) as unknown };
}

const refusal = (code: string, message: string) => ({ errors: [{ message, extensions: { code } }] });

describe('a failure', () => {
  test.each(['broken', 'missing'])('of a resolver is hidden, and logged with its cause: %s', async (field) => {
    const { headers, json } = await send({ query: `{ ${field} }` });
    const message = 'Internal server error; it has been logged.';
    expect(json).toMatchObject({ errors: [{ message, path: [field], extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
    expect(JSON.stringify(json)).not.toMatch(/hunter2|stack|nullable/);
    const line = server.log.find(({ msg }) => msg === 'request failed');
    const requestId = headers.get('x-request-id');
    expect(line).toMatchObject({ requestId, method: 'POST', path: '/graphql', level: 50 });
    expect(JSON.stringify(line)).toMatch(/hunter2|non-nullable/);
  });

  test('that is UNAVAILABLE has its cause in the log', async () => {
    expect((await send({ query: '{ gone }' })).json).toMatchObject({ errors: [{ message: 'Later.' }] });
    expect(JSON.stringify(server.log)).toContain('hunter2');
  });

  test('of authentication is 500, and hidden', async () => {
    const { status, json } = await send({ query: '{ hello }' }, { token: 'broken' });
    expect([status, json]).toEqual([
      500,
      refusal('INTERNAL_SERVER_ERROR', 'Internal server error; it has been logged.'),
    ]);
    expect(JSON.stringify(server.log)).toContain('hunter2');
  });
});

test('an operation is given up after 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const query = encodeURIComponent('{ stuck }');
  const answer = server.raw(
    `GET /graphql?query=${query} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer none\r\nConnection: close\r\n\r\n`,
  );
  while (!server.ran.includes('stuck')) await turn();
  vi.advanceTimersByTime(30_000);
  expect(await answer).toMatch(/^HTTP\/1\.1 504 [^]*"code":"TIMEOUT"/);
});

describe('the memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;

  test('has nothing of operation names that are not in the document', async () => {
    const name = 'B'.repeat(1_000_000);
    const ask = (n: number) => send({ query: 'query A { hello }', operationName: `${n}${name}` });
    await ask(0);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let n = 1; n <= 40; n++) await ask(n);
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  });

  test('has the documents of recent requests up to a total size', async () => {
    const { operations } = server;
    operations.length = 0;
    const ask = (n: number) => send({ query: `{ hello(name: "${n}${'x'.repeat(10_000)}") }` });
    for (let n = 0; n < 60; n++) await ask(n);
    await ask(59);
    // A WeakRef holds on to what it refers to until the end of the turn in which it was read.
    await turn();
    collect();
    const kept = operations.map((operation) => operation.deref());
    expect(kept.slice(0, 20).filter(Boolean)).toEqual([]);
    expect(kept[59]).toBeDefined();
    expect(kept[60]).toBe(kept[59]);
  });
});

describe('overload', () => {
  test('refuses an operation that does not fit after a while, and lets one that is small run', async () => {
    const small = { budget: 1_000, turnCost: 1_000, queueCost: 1_000, queueLength: 100, maxWaitMs: 60_000 };
    // One operation runs, and two of a caller wait.
    const large = { budget: 1, turnCost: 1, queueCost: 4, queueLength: 4, maxWaitMs: 60_000 };
    // What is refused waits by this clock.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const client = new AbortController();
    const admission = createAdmission({ maxSmallCost: 100, small, large });
    const own = await startToyServer({ admission });
    onTestFinished(async () => {
      vi.useRealTimers();
      client.abort();
      await own.close();
    });
    const ask = (query: string) => send({ query }, { url: own.url, signal: client.signal });
    /** Costs 102. */
    const STUCK = '{ stuck list(first: 100) { hello } }';
    for (let n = 0; n < 3; n++) ask(STUCK).catch(() => {});
    while (!admission.refuses({ cost: 101, caller: 'subject:ada' })) await turn();
    const holdRefusal = vi.spyOn(admission, 'holdRefusal');
    const sendHeld = async (query: string) => {
      holdRefusal.mockClear();
      const response = ask(query);
      while (holdRefusal.mock.calls.length === 0) await turn();
      const isSettled = vi.fn<() => void>();
      void holdRefusal.mock.results[0]!.value.then(isSettled);
      vi.advanceTimersByTime(2_499);
      await turn();
      expect(isSettled).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      return response;
    };

    const json = refusal('UNAVAILABLE', 'The service is overloaded; try again shortly.');
    // A document whose cost is known, and one that is validated first.
    for (const query of [STUCK, `query Other ${STUCK}`]) {
      expect(await sendHeld(query)).toMatchObject({ status: 503, retryAfter: '1', json });
    }
    expect(await ask('{ hello(name: "you") }')).toMatchObject({ status: 200, json: { data: { hello: 'Hello you' } } });
    expect(own.ran).toEqual(['stuck', 'hello']);
    expect(own.log.filter(({ msg }) => msg === 'request failed')).toEqual([]);
  });

  test.each([
    ['mutation B { createUser }', { fields: ['createUser'], isTransaction: false }],
    ['query A { a } mutation B { createUser }', undefined],
  ])('admits an operation with what it writes, and after %j expects the next to write %j', async (query, write) => {
    const costs = createCostCache();
    const document = parse(query);
    const caller = { subject: 'ada', scopes: new Set<string>(), claims: {}, authorization: '' };
    const contextValue = {
      caller,
      admit: vi.fn<GraphqlContext['admit']>(),
      beginMutation: vi.fn<GraphqlContext['beginMutation']>(),
    };
    const toy = buildSchema('type Query { a: Int } type Mutation { createUser: Int }');
    const settings = { schema: toy, coversWritten: false, introspection: true };
    const listener = await admitOperation({ costs }, settings).requestDidStart!({} as never);
    const operation = getOperationAST(document, 'B');
    const request = { document, operation, queryHash: hashDocument(query), request: {}, contextValue };
    const context = request as unknown as GraphQLRequestContext<GraphqlContext> as never;
    await listener!.didResolveOperation!(context);
    expect(contextValue.admit).not.toHaveBeenCalled();
    expect(costs.expected({ query }).write).toEqual(write);
    await listener!.responseForOperation!(context);
    const admitted = { cost: 1, write: { fields: ['createUser'], isTransaction: false } };
    expect(contextValue.admit).toHaveBeenCalledWith(admitted);
    expect(contextValue.beginMutation).toHaveBeenCalledOnce();
  });
});

describe('the handler', () => {
  const log = { error: () => {} } as unknown as Logger;
  const own = () => ({ handle: vi.fn<GraphqlHandler['handle']>(), close: vi.fn<() => Promise<void>>(async () => {}) });
  const { signal } = new AbortController();
  const exchange: Exchange = {
    method: 'POST',
    target: '/graphql',
    path: '/graphql',
    requestId: 'r',
    signal,
    deadline: Infinity,
  };
  function createResponse() {
    const sent: { status?: number; body?: string } = {};
    const response = {
      shouldKeepAlive: true,
      writeHead: (status: number) => void (sent.status = status),
      end: (body: string) => void (sent.body = body),
      once: () => response,
      on: () => response,
    };
    return { sent, response: response as unknown as ServerResponse };
  }
  const request = {} as Parameters<GraphqlHandler['handle']>[0];

  test('is created for the first request, once, and closed although it is being created', async () => {
    const { handle, close } = own();
    const create = vi.fn<() => Promise<GraphqlHandler>>(async () => ({ handle, close }));
    await deferHandler(create, log).close();
    expect(create).not.toHaveBeenCalled();
    const deferred = deferHandler(create, log);
    const { response } = createResponse();
    deferred.handle(request, response, exchange);
    deferred.handle(request, response, exchange);
    await deferred.close();
    expect(handle.mock.calls).toEqual(Array(2).fill([request, response, exchange]));
    expect([create, close].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  test('is created again for the next request where that fails, which is 500', async () => {
    const { handle, close } = own();
    const create = vi
      .fn<() => Promise<GraphqlHandler>>()
      .mockRejectedValueOnce(new Error('no such module'))
      .mockResolvedValue({ handle, close });
    const deferred = deferHandler(create, log);
    const { sent, response } = createResponse();
    deferred.handle(request, response, exchange);
    await expect.poll(() => sent.status).toBe(500);
    expect([sent.body!.includes('"code":"INTERNAL'), handle.mock.calls]).toEqual([true, []]);
    deferred.handle(request, response, exchange);
    await expect.poll(() => handle).toHaveBeenCalledOnce();
  });
});
