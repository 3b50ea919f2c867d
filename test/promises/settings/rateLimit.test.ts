// RATE_LIMIT: the requests of each caller in a window. Each test has callers of its own, and no window ends.
import { afterAll, describe, expect, test } from 'vitest';
import { queryGraphql } from '../support/queryGraphql.ts';
import { sendRequest, type HttpResponse } from '../support/sendRequest.ts';
import { ALL_SCOPES, signToken } from '../support/signToken.ts';
import { type SpecPortico, startAlone } from '../support/startForSpec.ts';

const WINDOW = 86_400;
const [off, three, sixty] = await Promise.all([
  startAlone(),
  startAlone({ RATE_LIMIT: `3/${WINDOW}` }),
  startAlone({ RATE_LIMIT: `60/${WINDOW}`, TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }),
]);
afterAll(() => Promise.all([off, three, sixty].map((portico) => portico.close())));

interface Given {
  portico?: SpecPortico;
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Sends requests of one subject; null for a token without one. */
function callerOf(sub: string | null) {
  const token = signToken({ sub: sub ?? undefined, scope: ALL_SCOPES });
  return async (path: string, { portico = three, method = 'GET', headers = {}, body }: Given = {}) =>
    portico.request(method, path, {
      scope: null,
      headers: { authorization: `Bearer ${await token}`, ...headers },
      body,
    });
}

/** The headers of a limit; `reset` is close to the end of the window. */
function limitOf({ headers }: HttpResponse): Record<string, unknown> {
  const names = ['ratelimit-policy', 'ratelimit', 'retry-after'];
  return Object.fromEntries(names.filter((name) => name in headers).map((name) => [name, headers[name]]));
}

const policyOf = (requests: number) => `"default";q=${requests};w=${WINDOW}`;
/** The test is over long before this much of the window is. */
const SECONDS = '86(?:400|3\\d\\d)';
const left = (requests: number, remaining: number) => ({
  'ratelimit-policy': policyOf(requests),
  ratelimit: expect.stringMatching(new RegExp(`^"default";r=${remaining};t=${SECONDS}$`)),
});
const none = (requests: number, remaining = 0) => ({
  ...left(requests, remaining),
  'retry-after': expect.stringMatching(new RegExp(`^${SECONDS}$`)),
});
const message = (requests: number) =>
  expect.stringMatching(
    new RegExp(
      `^Too many requests: the limit is ${requests} in ${WINDOW} seconds; try again in ${SECONDS} seconds\\.$`,
    ),
  );

describe('without RATE_LIMIT', () => {
  test('no response has the headers of a limit', async () => {
    const send = callerOf('anyone');
    for (let n = 0; n < 5; n++) {
      const response = await send('/v1/products/1', { portico: off });
      expect([response.status, limitOf(response)]).toEqual([200, {}]);
    }
    expect(limitOf(await queryGraphql(off, '{ __typename }'))).toEqual({});
  });
});

describe('RATE_LIMIT=3/86400', () => {
  test('lets three requests of a subject pass, and refuses the fourth', async () => {
    const send = callerOf('three');
    for (const remaining of [2, 1, 0]) {
      const response = await send('/v1/products/1');
      expect([response.status, limitOf(response)]).toEqual([200, left(3, remaining)]);
    }
    const refused = await send('/v1/products/1');
    expect([refused.status, limitOf(refused), refused.json]).toEqual([429, none(3), { error: message(3) }]);
    expect(refused.headers['cache-control']).toBe('private, no-store');
    // The seconds of the message, of Retry-After and of the quota are the same.
    const wait = refused.headers['retry-after'];
    expect(refused.headers['ratelimit']).toBe(`"default";r=0;t=${wait}`);
    expect(refused.body).toContain(`try again in ${wait} seconds`);
    const count = async () => (await callerOf('counter')('/v1/orders?limit=1')).json;
    const before = await count();
    const body = { items: [{ productId: 1, quantity: 1 }] };
    expect((await send('/v1/orders', { method: 'POST', body })).status).toBe(429);
    expect(await count()).toEqual(before);
  });

  test('counts the requests to all endpoints, versions and /graphql together', async () => {
    const send = callerOf('all');
    expect(limitOf(await send('/v1/products/1'))).toEqual(left(3, 2));
    expect(limitOf(await send('/v2/users?limit=1'))).toEqual(left(3, 1));
    const graphql = await send('/graphql', { method: 'POST', body: { query: '{ __typename }' } });
    expect([graphql.status, limitOf(graphql)]).toEqual([200, left(3, 0)]);
    expect((await send('/v1/forecast?city=London')).status).toBe(429);
  });

  test.each<[string, number, Given]>([
    ['/v1/products/1', 304, { headers: { 'if-none-match': '*' } }],
    ['/v1/products/1', 200, { method: 'HEAD' }],
    ['/v1/products/1', 406, { headers: { accept: 'text/html' } }],
    ['/v1/products/x', 400, {}],
    ['/v1/users/1', 412, { method: 'DELETE', headers: { 'if-match': '"x"' } }],
    ['/graphql', 400, { method: 'POST', body: { query: '{' } }],
    ['/graphql', 415, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }],
    ['/graphql?query={__typename}', 200, { method: 'HEAD' }],
  ])('%s with %i has the headers, and counts', async (path, status, given) => {
    const send = callerOf(JSON.stringify([path, given]));
    const response = await send(path, given);
    expect([response.status, limitOf(response)]).toEqual([status, left(3, 2)]);
    expect(limitOf(await send('/v1/products/1'))).toEqual(left(3, 1));
  });

  test('a forbidden request counts', async () => {
    const authorization = `Bearer ${await signToken({ sub: 'forbidden', scope: 'orders:read' })}`;
    const response = await three.get('/v1/products/1', { scope: null, headers: { authorization } });
    expect([response.status, limitOf(response)]).toEqual([403, left(3, 2)]);
  });

  test.each<[string, number, Given]>([
    ['/v1/nothing', 404, {}],
    ['/v1/products/1', 204, { method: 'OPTIONS' }],
    ['/graphql', 405, { method: 'DELETE' }],
    ['/health/live', 200, {}],
    ['/v1/openapi.json', 200, {}],
  ])('%s with %i has no limit', async (path, status, given) => {
    const send = callerOf(`free ${path} ${given.method}`);
    for (let n = 0; n < 4; n++) {
      const response = await send(path, given);
      expect([response.status, limitOf(response)]).toEqual([status, {}]);
    }
    expect(limitOf(await send('/v1/products/1'))).toEqual(left(3, 2));
  });

  test('401 comes before 429, and takes nothing from a quota', async () => {
    const send = callerOf('badly signed');
    const forged = `Bearer ${await signToken({ sub: 'badly signed' }, { secret: new Uint8Array(32).fill(7) })}`;
    for (const path of ['/v1/products/1', '/graphql?query={__typename}']) {
      for (let n = 0; n < 4; n++) {
        const response = await send(path, { headers: { authorization: forged } });
        expect([response.status, limitOf(response)]).toEqual([401, {}]);
      }
    }
    expect(limitOf(await send('/v1/products/1'))).toEqual(left(3, 2));
  });

  test('429 comes before the errors of the request, and as a problem document where the client wants that', async () => {
    const send = callerOf('problem');
    for (let n = 0; n < 3; n++) await send('/v1/products/1');
    for (const given of [{ headers: { accept: 'text/html' } }, { headers: { 'if-none-match': '*' } }]) {
      expect((await send('/v1/products/x', given)).status).toBe(429);
    }
    const refused = await send('/v1/products/1', {
      headers: { accept: 'application/problem+json', 'x-request-id': 'limited-1' },
    });
    expect(refused.headers['content-type']).toBe('application/problem+json');
    expect(refused.json).toEqual({
      type: 'about:blank',
      title: 'Too Many Requests',
      status: 429,
      detail: message(3),
      code: 'RATE_LIMITED',
      requestId: 'limited-1',
      errors: [{ message: message(3) }],
    });
    const head = await send('/v1/products/1', { method: 'HEAD' });
    expect([head.status, head.body, limitOf(head)]).toEqual([429, '', none(3)]);
  });

  test('a replay counts, and has the headers of its own request', async () => {
    const send = callerOf('replayed');
    const order = {
      method: 'POST',
      headers: { 'idempotency-key': 'limits-1' },
      body: { items: [{ productId: 1, quantity: 1 }] },
    };
    const first = await send('/v1/orders', order);
    expect([first.status, limitOf(first)]).toEqual([201, left(3, 2)]);
    const replay = await send('/v1/orders', order);
    expect([replay.status, replay.headers['idempotency-replayed'], replay.body]).toEqual([201, 'true', first.body]);
    expect(limitOf(replay)).toEqual(left(3, 1));
  });
});

describe('a caller without a subject', () => {
  test('is its address: whatever it claims in X-Forwarded-For, where no proxy is trusted', async () => {
    const send = callerOf(null);
    const headers = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}`, forwarded: `for=203.0.113.${n}` });
    for (const remaining of [2, 1, 0]) {
      expect(limitOf(await send('/v1/products/1', { headers: headers(remaining) }))).toEqual(left(3, remaining));
    }
    expect((await send('/v1/products/1', { headers: headers(9) })).status).toBe(429);
  });

  // What else there may be in these headers: test/parts/guard/limits/callerKey.test.ts.
  test.each([
    ['/v1/products/1', { 'x-forwarded-for': '192.0.2.1, 198.51.100.1' }, 59],
    ['/graphql?query={__typename}', { 'x-forwarded-for': '192.0.2.2, 198.51.100.1:4711, 10.1.2.3' }, 58],
    ['/v1/products/1', { forwarded: 'for="[2001:db8:1:2::1]:4711"' }, 59],
    ['/v1/products/1', { forwarded: 'for="[2001:DB8:1:2:ffff::1]:4711"' }, 58],
  ])('is what the outermost trusted proxy has seen: %s with %j', async (path, headers, remaining) => {
    expect(limitOf(await callerOf(null)(path, { portico: sixty, headers }))).toEqual(left(60, remaining));
  });
});

describe('/graphql', () => {
  const query = (first: number) => `{ orders(first: ${first}) { nodes { items { quantity } } } }`;
  const ask = (send: ReturnType<typeof callerOf>, first: number) =>
    send('/graphql', { portico: sixty, method: 'POST', body: { query: query(first) } });

  test('counts an operation as one request for each 1,000 of its cost', async () => {
    const send = callerOf('costly');
    const cheap = await send('/graphql', { portico: sixty, method: 'POST', body: { query: '{ __typename }' } });
    expect([cheap.status, limitOf(cheap)]).toEqual([200, left(60, 59)]);
    const costly = await ask(send, 100);
    expect(costly.status).toBe(200);
    expect(Object.keys(costly.json as object)).toEqual(['data']);
    const remaining = Number(/r=(\d+)/.exec(String(costly.headers['ratelimit']))![1]);
    expect(limitOf(costly)).toEqual(left(60, remaining));
    const units = 59 - remaining;
    expect(units).toBeGreaterThan(1);

    let rest = remaining;
    while (rest >= units) {
      expect(limitOf(await ask(send, 100))).toEqual(left(60, (rest -= units)));
    }
    // The request itself is counted, but not what it would have cost.
    const refused = await ask(send, 100);
    expect([refused.status, limitOf(refused), refused.json]).toEqual([
      429,
      none(60, rest - 1),
      { errors: [{ message: message(60), extensions: { code: 'RATE_LIMITED' } }] },
    ]);
    expect(refused.headers['content-type']).toMatch(/^application\/(json|graphql-response\+json)/);
  });

  test('refuses an operation that costs more than the whole quota for what it is', async () => {
    const send = callerOf('too costly');
    const body = { query: query(100) };
    const response = await send('/graphql', { method: 'POST', body });
    expect([response.status, limitOf(response), response.json]).toEqual([
      400,
      left(3, 2),
      {
        errors: [
          {
            message: expect.stringMatching(
              /^The query cost \d+ counts as \d+ requests, but the limit is 3 in 86400 seconds; request fewer items per page\.$/,
            ),
            extensions: { code: 'BAD_USER_INPUT' },
          },
        ],
      },
    ]);
  });
});

test('counts messages of agents, and a call of a tool as the request to its endpoint', async () => {
  const authorization = `Bearer ${await signToken({ sub: 'agent', scope: ALL_SCOPES })}`;
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const send = async (method: string, params: object = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const sent = await sendRequest(three.url, three.path('/mcp'), 'POST', headers, body);
    return [sent.status, sent.body.includes('"isError":true')];
  };
  const call = { name: 'getProduct', arguments: { id: 1 } };
  expect(await send('tools/list')).toEqual([200, false]);
  expect(await send('tools/call', call)).toEqual([200, false]);
  expect(await send('tools/call', call)).toEqual([200, false]);
  expect(await send('tools/call', call)).toEqual([200, true]);
  expect(await send('tools/list')).toEqual([429, false]);
});

test.each<[string, string]>([
  ['a call of no tool', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing"}}'],
  ['a call that reaches no endpoint', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getProduct"}}'],
  ['a notification', '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"nothing"}}'],
  ['a batch', '[]'],
  ['what is no JSON', '{'],
])('%s counts as a message of an agent', async (name, body) => {
  const authorization = `Bearer ${await signToken({ scope: 'products:read', sub: name })}`;
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const statuses = [];
  for (let sent = 0; sent < 4; sent++) {
    statuses.push((await sendRequest(three.url, three.path('/mcp'), 'POST', headers, body)).status);
  }
  expect([statuses[2] === 429, statuses[3]]).toEqual([false, 429]);
});
