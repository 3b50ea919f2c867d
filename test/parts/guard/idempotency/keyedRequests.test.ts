// Requests with an Idempotency-Key in the server of a host, as a client sees them.
import { buildSchema } from 'graphql';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createMemoryIdempotencyStore } from '../../../../src/gateway/guard/idempotency/createMemoryIdempotencyStore.ts';
import { createPortico } from '../../../../src/gateway/index.ts';
import type { IdempotencyStore } from '../../../../src/gateway/guard/idempotency/IdempotencyStore.ts';
import { folderOf } from '../../../vocabulary/support/toy.ts';
import { stubUpstream } from '../../../support/stubUpstream.ts';
import { expectEarlierRecord } from './support/expectEarlierRecord.ts';
import { type Orders, failure, openOrders } from './support/openOrders.ts';

const orders = await openOrders(
  { idempotency: createMemoryIdempotencyStore(), cors: { origins: ['https://app.example.com'] } },
  {
    'v1/anyOrder.graphql': `mutation anyOrder($item: String!, $note: String @param(in: QUERY), $lane: String @param(in: QUERY),
      $tags: [String!] @param(in: QUERY)) @endpoint(method: POST, path: "/any", ignore: ["any"]) {
      createOrder(item: $item, note: $note, lane: $lane, tags: $tags) { id }
    }`,
  },
);
afterAll(() => orders.close());
let count = 0;
let key = '';
beforeEach(() => {
  key = `key-${++count}`;
  orders.executed.length = 0;
  orders.failures.length = 0;
  orders.onExecute = () => {};
});

const OUTCOME_UNKNOWN = {
  error:
    'The outcome of the first request with this Idempotency-Key is unknown: it may be running, or may have taken effect without a stored response. Read the current state before using a new key.',
};
const REUSED = {
  error:
    'This Idempotency-Key was used for another request; send the same request again, or use a new key for a new request.',
};

/** An API with a store of its own, until the test is done. */
async function open(idempotency: IdempotencyStore): Promise<Orders> {
  const own = await openOrders({ idempotency });
  onTestFinished(own.close);
  return own;
}

describe('the same request again', () => {
  test('has the first response, and executes nothing', async () => {
    const first = await orders.send('POST /v1/orders', { key });
    expect(first).toMatchObject({ status: 201, body: { item: 'tea' }, isReplayed: false });
    expect(first.headers['location']).toMatch(/^\/v1\/orders\/\d+$/);
    for (let n = 0; n < 2; n++) {
      expect(await orders.send('POST /v1/orders', { key })).toEqual({ ...first, isReplayed: true });
    }
    expect(orders.executed).toEqual(['tea']);
  });
  test('has a request id of its own', async () => {
    await orders.send('POST /v1/orders', { key, headers: { 'x-request-id': 'one' } });
    const { headers } = await fetch(`${orders.url}/v1/orders`, {
      method: 'POST',
      body: '{"item":"tea"}',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer ada',
        'idempotency-key': key,
        'x-request-id': 'two',
        origin: 'https://app.example.com',
      },
    });
    expect(headers.get('idempotency-replayed')).toBe('true');
    expect(headers.get('x-request-id')).toBe('two');
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  });
  test.each<[string, string, { key?: (own: string) => string; body?: unknown; headers?: Record<string, string> }]>([
    ['a quoted key', 'POST /v1/orders', { key: (own) => `"${own}"` }],
    ['no version in its path', 'POST /orders', {}],
    ['another encoding of its path', 'POST /v1/%6Frders', {}],
    ['another Accept', 'POST /v1/orders', { headers: { accept: 'application/problem+json, application/json;q=0.1' } }],
  ])('may have %s', async (_, line, { key: toKey = (own) => own, headers = {} }) => {
    const first = await orders.send('POST /v1/orders', { key });
    expect(await orders.send(line, { key: toKey(key), headers })).toEqual({ ...first, isReplayed: true });
    expect(orders.executed).toEqual(['tea']);
  });
  test('has the first response to PATCH, although the resource does not match If-Match any more', async () => {
    const { headers } = await orders.send('GET /v1/orders/1');
    const sent = { key, body: { item: `coffee ${key}` }, headers: { 'if-match': headers['etag']! } };
    const first = await orders.send('PATCH /v1/orders/1', sent);
    expect(first).toMatchObject({ status: 200, body: { id: 1, item: `coffee ${key}` } });
    expect(await orders.send('PATCH /v1/orders/1', sent)).toEqual({ ...first, isReplayed: true });
    expect(await orders.send('PATCH /v1/orders/1', { ...sent, key: `${key}-2` })).toMatchObject({ status: 412 });
    expect(orders.executed).toHaveLength(1);
  });
  test('is 409 while the first is running, without Retry-After', async () => {
    let finish!: () => void;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const started = new Promise<void>((resolve) => {
      orders.onExecute = () => (resolve(), finished);
    });
    const first = orders.send('POST /v1/orders', { key });
    await started;
    expect(await orders.send('POST /v1/orders', { key })).toMatchObject({
      status: 409,
      body: OUTCOME_UNKNOWN,
      retryAfter: null,
      isReplayed: false,
    });
    finish();
    expect({ ...(await first), isReplayed: true }).toEqual(await orders.send('POST /v1/orders', { key }));
    expect(orders.executed).toEqual(['tea']);
  });
});

describe('the same JSON', () => {
  const sendText = async (text: string, target = '/v1/any', accept = '*/*') => {
    const response = await fetch(orders.url + target, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer ada',
        'idempotency-key': key,
        accept,
      },
    });
    return [response.status, response.headers.get('idempotency-replayed') === 'true'];
  };
  const first = '{"item":"tea","any":{"b":[1,{"c":2,"d":"é"}],"a":null,"10":1,"9":2}}';

  test.each([
    ['members in another order', '{"any":{"9":2,"a":null,"10":1,"b":[1,{"d":"é","c":2}]},"item":"tea"}'],
    ['other whitespace', JSON.stringify(JSON.parse(first), null, 2)],
    ['numbers in another form', first.replace('"10":1', '"10":1.0').replace('[1,', '[10e-1,')],
    ['escapes', first.replace('é', '\\u00e9').replace('"tea"', '"\\u0074ea"')],
    ['a member twice, of which the last counts', first.replace('"a":null', '"a":true,"a":null')],
  ])('with %s is the same request', async (_, text) => {
    expect(await sendText(first)).toEqual([200, false]);
    expect(await sendText(text)).toEqual([200, true]);
    expect(orders.executed).toEqual(['tea']);
  });

  test.each([
    ['items in another order', first.replace('[1,{"c":2,"d":"é"}]', '[{"c":2,"d":"é"},1]')],
    ['another number', first.replace('"10":1', '"10":1.0000000000000002')],
    ['a text for a number', first.replace('"10":1', '"10":"1"')],
    ['an absent member for null', first.replace('"a":null,', '')],
    ['an accent that is composed otherwise', first.replace('é', 'e\u0301')],
    ['a number that is too large for null', first.replace('"a":null', '"a":1e400')],
    ['a member of another object', first.replace(',"d":"é"}]', '}],"d":"é"')],
  ])('with %s is another request', async (_, text) => {
    expect(await sendText(first)).toEqual([200, false]);
    expect(await sendText(text)).toEqual([422, false]);
    expect(orders.executed).toEqual(['tea']);
  });

  test.each([
    ['?lane=left&note=now', '?note=now&lane=left', 200],
    ['?lane=left&note=now', '?note=left&lane=now', 422],
    ['?lane=left&note=now', '?lane=left', 422],
    ['?tags=a&tags=b&note=now', '?note=now&tags=a&tags=b', 200],
    ['?tags=a&tags=b&note=now', '?note=now&tags=b&tags=a', 422],
    ['?tags=a,b', '?tags=a%2Cb', 422],
  ])('with the query %s, and then %s, is %i', async (before, after, status) => {
    expect(await sendText(first, `/v1/any${before}`)).toEqual([200, false]);
    expect(await sendText(first, `/v1/any${after}`)).toEqual([status, status === 200]);
    expect(orders.executed).toEqual(['tea']);
  });
});

test('a record of version 0.2 is replayed until it expires', () => expectEarlierRecord(createMemoryIdempotencyStore()));

describe('a replay whose media type Accept excludes', async () => {
  const own = await openOrders(
    { idempotency: createMemoryIdempotencyStore() },
    {
      'v1/halOrder.graphql': `mutation halOrder($item: String!) @endpoint(method: POST, path: "/hal", produces: ["application/hal+json; charset=utf-8", "application/json"]) { createOrder(item: $item) { id } }`,
      'v1/emptyOrder.graphql': `mutation emptyOrder($item: String!) @endpoint(method: POST, path: "/empty", status: 204) { createOrder(item: $item) { id } }`,
    },
  );
  afterAll(() => own.close());
  const HAL = 'application/hal+json';
  const VENDOR = 'application/vnd.portico.v1+json';
  const accepting = (accept: string) => ({ key, headers: { accept } });

  test.each<[string, string, string, string]>([
    ['/hal', HAL, 'application/json', 'application/hal+json; charset=utf-8'],
    ['/hal', 'application/json', HAL, 'application/json'],
    ['/hal', '*/*', `${HAL};q=0, */*`, 'application/hal+json; charset=utf-8'],
    ['/orders', 'application/json', VENDOR, 'application/json'],
    ['/orders', VENDOR, 'application/json', VENDOR],
  ])('is 406, and executes nothing: %s with %s, and then %s', async (target, accept, other, type) => {
    own.executed.length = 0;
    const first = await own.send(`POST /v1${target}`, accepting(accept));
    expect(first.headers['content-type']).toBe(type);
    const refused = await own.send(`POST /v1${target}`, accepting(other));
    expect(refused).toMatchObject({
      status: 406,
      body: { error: `Not acceptable; the stored response has the media type ${type}.` },
      isReplayed: false,
    });
    expect(await own.send(`POST /v1${target}`, accepting(accept))).toEqual({ ...first, isReplayed: true });
    expect(await own.send(`POST /v1${target}`, accepting('*/*'))).toEqual({ ...first, isReplayed: true });
    expect(own.executed).toHaveLength(1);
    expect(own.failures).toEqual([]);
  });

  test.each<[string, string, string]>([
    ['/orders', 'application/problem+json', 'application/problem+json'],
    ['/orders', 'application/json', 'application/problem+json'],
    ['/hal', HAL, `application/json;q=0.5, ${HAL};q=0.1`],
    ['/empty', 'application/json', VENDOR],
  ])('is not one that has no other: %s with %s, and then %s', async (target, accept, other) => {
    const first = await own.send(`POST /v1${target}`, accepting(accept));
    expect(await own.send(`POST /v1${target}`, accepting(other))).toEqual({ ...first, isReplayed: true });
  });

  test('is not an error, which is sent whatever Accept says', async () => {
    own.onExecute = () => Promise.reject(failure('CONFLICT'));
    const first = await own.send('POST /v1/orders', accepting('application/problem+json'));
    own.onExecute = () => {};
    expect(first).toMatchObject({ status: 409, headers: { 'content-type': 'application/problem+json' } });
    expect(await own.send('POST /v1/orders', accepting('application/json'))).toEqual({ ...first, isReplayed: true });
  });

  test('is refused as any request where nothing is acceptable, and its key stays unused', async () => {
    expect(await own.send('POST /v1/orders', accepting('text/html'))).toMatchObject({ status: 406 });
    expect(await own.send('POST /v1/orders', { key, body: { item: 'milk' } })).toMatchObject({
      status: 201,
      isReplayed: false,
    });
  });
});

describe('another request with the key', () => {
  test.each<[string, string, object]>([
    ['another body', 'POST /v1/orders', { body: { item: 'milk' } }],
    ['another query', 'POST /v1/orders?note=now', {}],
  ])('is 422 with %s', async (_, line, sent) => {
    await orders.send('POST /v1/orders', { key });
    expect(await orders.send(line, { key, ...sent })).toMatchObject({ status: 422, body: REUSED, isReplayed: false });
    expect(orders.executed).toEqual(['tea']);
  });
  test('is 422 with another path', async () => {
    await orders.send('PATCH /v1/orders/1', { key });
    expect(await orders.send('PATCH /v1/orders/2', { key })).toMatchObject({ status: 422, body: REUSED });
  });
  test('is 422 with another header parameter', async () => {
    await orders.send('POST /v1/lanes', { key, headers: { lane: 'left' } });
    const other = await orders.send('POST /v1/lanes', { key, headers: { lane: 'right' } });
    expect(other).toMatchObject({ status: 422, body: REUSED });
  });
  test('of another caller, endpoint or version executes', async () => {
    const sent = [
      await orders.send('POST /v1/orders', { key }),
      await orders.send('POST /v1/orders', { key, subject: 'bob' }),
      await orders.send('POST /v1/strict', { key }),
      await orders.send('POST /v2/orders', { key }),
      await orders.send('POST /orders', { key, headers: { accept: 'application/vnd.portico.v2+json' } }),
    ];
    expect(sent.map(({ status, isReplayed }) => [status, isReplayed])).toEqual([
      [201, false],
      [201, false],
      [200, false],
      [201, false],
      // Another media type of the same endpoint: the stored one is excluded.
      [406, false],
    ]);
    expect(orders.executed).toHaveLength(4);
  });
});

describe('errors', () => {
  test.each<[string, string, object, number]>([
    ['of the root field', 'POST /v1/orders', {}, 409],
    ['as data', 'POST /v1/tried', { body: { item: 'bad' } }, 422],
    ...[400, 401, 403, 412, 428, 500, 501, 502, 504, 599].map((status): [string, string, object, number] => [
      `as data of status ${status}`,
      'POST /v1/tried',
      { body: { item: `bad ${status}` } },
      status,
    ]),
    ['below the root field, which has taken effect', 'POST /v1/deep', { body: { item: 'guarded' } }, 403],
  ])('%s are stored as any response', async (name, line, sent, status) => {
    if (name === 'of the root field') orders.onExecute = () => Promise.reject(failure('CONFLICT'));
    const headers = { accept: 'application/problem+json' };
    const first = await orders.send(line, { key, headers, ...sent });
    expect(first).toMatchObject({ status, isReplayed: false });
    expect(await orders.send(line, { key, headers, ...sent })).toEqual({ ...first, isReplayed: true });
    expect(orders.executed).toHaveLength(1);
  });
  test.each<[code: string, status: number]>([
    ['NO_TOKEN', 401],
    ['DENIED', 403],
    ['STALE', 412],
    ['TOO_MANY', 429],
    ['DOWN', 503],
  ])('%s, status %i, which say that nothing was executed, release the key', async (code, status) => {
    orders.onExecute = () => Promise.reject(failure(code));
    expect(await orders.send('POST /v1/orders', { key })).toMatchObject({ status });
    orders.onExecute = () => {};
    expect(await orders.send('POST /v1/orders', { key })).toMatchObject({ status: 201, isReplayed: false });
  });
  test.each([429, 503])(
    'as data of status %i, which Retry-After says to send again, release the key',
    async (status) => {
      const sent = { key, body: { item: `bad ${status}` } };
      const first = await orders.send('POST /v1/tried', sent);
      expect(first).toMatchObject({ status, body: { error: 'It is bad.' }, retryAfter: '1', isReplayed: false });
      expect(await orders.send('POST /v1/tried', sent)).toEqual(first);
      expect(orders.executed).toHaveLength(2);
    },
  );
  test.each<[string, string, () => Error, number]>([
    ['an unexpected error', 'POST /v1/orders', () => new Error('The disk is full.'), 500],
    ['an unknown outcome', 'POST /v1/orders', () => failure('OUTCOME_UNKNOWN'), 500],
    ['a timeout', 'POST /v1/orders', () => failure('LATE'), 504],
  ])('after %s the outcome stays unknown', async (_, line, error, status) => {
    orders.onExecute = () => Promise.reject(error());
    expect(await orders.send(line, { key })).toMatchObject({ status });
    orders.onExecute = () => {};
    const headers = { accept: 'application/problem+json' };
    expect(await orders.send(line, { key, headers })).toMatchObject({
      status: 409,
      body: { code: 'OUTCOME_UNKNOWN', detail: OUTCOME_UNKNOWN.error },
      retryAfter: null,
    });
    expect(orders.executed).toHaveLength(1);
  });
  test('after an unexpected error below the root field the outcome stays unknown', async () => {
    const sent = { key, body: { item: 'broken' } };
    expect(await orders.send('POST /v1/deep', sent)).toMatchObject({ status: 500 });
    expect(await orders.send('POST /v1/deep', sent)).toMatchObject({ status: 409, body: OUTCOME_UNKNOWN });
  });
  test.each<[string, string, object, number]>([
    ['an invalid body', 'POST /v1/orders', { body: { item: 1 } }, 400],
    ['an unknown parameter', 'POST /v1/orders?x=1', {}, 400],
    ['another media type', 'POST /v1/orders', { headers: { 'content-type': 'text/plain' } }, 415],
    ['an Accept that nothing fits', 'POST /v1/orders', { headers: { accept: 'text/html' } }, 406],
    ['a version that does not match', 'PATCH /v1/orders/1', { headers: { 'if-match': '"99"' } }, 412],
    ['a precondition of another kind', 'PATCH /v1/orders/1', { headers: { 'if-none-match': '*' } }, 412],
    ['a missing resource', 'PATCH /v1/orders/404', { headers: { 'if-none-match': '*' } }, 404],
  ])('before the execution leave the key unused: %s', async (_, line, sent, status) => {
    expect(await orders.send(line, { key, ...sent })).toMatchObject({ status });
    const path = line.split(' ')[1]!.startsWith('/v1/orders/') ? 'PATCH /v1/orders/1' : 'POST /v1/orders';
    expect(await orders.send(path, { key })).toMatchObject({ isReplayed: false, body: { item: 'tea' } });
    expect(orders.executed).toEqual(['tea']);
  });
});

describe('a key is refused', () => {
  test.each<[string, string]>([
    ['""', 'must be 1 to 255 visible ASCII characters, in double quotes or without'],
    ['', 'must be 1 to 255 visible ASCII characters, in double quotes or without'],
    ['a b', 'must be 1 to 255 visible ASCII characters, in double quotes or without'],
    ['x'.repeat(256), 'must be 1 to 255 visible ASCII characters, in double quotes or without'],
    ['a, b', 'must be given only once; a key with a comma must be in double quotes'],
  ])('%j', async (text, message) => {
    expect(await orders.send('POST /v1/orders', { key: text })).toMatchObject({
      status: 400,
      body: { error: `Idempotency-Key ${message}` },
    });
    expect(orders.executed).toEqual([]);
  });
  test('with the other problems of the request', async () => {
    expect(await orders.send('POST /v1/strict', { body: {} })).toMatchObject({
      status: 400,
      body: { error: 'Idempotency-Key is required; item is required' },
    });
  });
  test('where the caller has no subject', async () => {
    expect(await orders.send('POST /v1/orders', { key, subject: '' })).toMatchObject({
      status: 400,
      body: { error: 'Idempotency-Key requires a caller with a subject, to whom it belongs' },
    });
  });
  test('at its header, in a problem document', async () => {
    const { body } = await orders.send('POST /v1/strict', { headers: { accept: 'application/problem+json' } });
    expect(body).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      errors: [{ field: 'Idempotency-Key', message: 'is required' }],
    });
  });
});

test('a key is ignored where the endpoint does not take one', async () => {
  for (let n = 0; n < 2; n++) {
    expect(await orders.send('POST /v1/plain', { key: 'a b', subject: '' })).toMatchObject({ status: 200 });
  }
  expect(orders.executed).toHaveLength(2);
});

test('pages of other origins may send a key, and read that a response is replayed', async () => {
  const origin = 'https://app.example.com';
  const preflight = await fetch(`${orders.url}/v1/orders`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-headers')?.split(', ')).toContain('Idempotency-Key');
  const { headers } = await orders.send('POST /v1/orders', { key, headers: { origin } });
  expect(headers['access-control-expose-headers']?.split(', ')).toContain('Idempotency-Replayed');
});

describe('a store that fails', () => {
  const working = createMemoryIdempotencyStore();
  test('before the execution is 503, and nothing is executed', async () => {
    const down = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const own = await open({ ...working, begin: down });
    expect(await own.send('POST /v1/orders', { key })).toMatchObject({
      status: 503,
      body: { error: 'The store of Idempotency-Keys is not available; nothing was executed. Try again shortly.' },
      retryAfter: '1',
    });
    expect(own.executed).toEqual([]);
    expect(own.failures).toMatchObject([
      { error: { code: 'UNAVAILABLE', cause: { message: 'connect ECONNREFUSED' } } },
    ]);
    expect(await own.send('POST /v1/orders')).toMatchObject({ status: 201 });
  });
  test('by throwing is the same', async () => {
    const own = await open({
      ...working,
      begin() {
        throw new Error('closed');
      },
    });
    expect(await own.send('POST /v1/orders', { key })).toMatchObject({ status: 503 });
  });
  test('after the execution does not change the response, and is reported; a retry has no outcome', async () => {
    const own = await open({ ...working, finish: () => Promise.reject(new Error('read ECONNRESET')) });
    expect(await own.send('POST /v1/orders', { key })).toMatchObject({ status: 201, isReplayed: false });
    expect(own.failures).toMatchObject([
      {
        method: 'POST',
        target: '/v1/orders',
        error: {
          cause: {
            message:
              'The response was not stored: retries with this Idempotency-Key are OUTCOME_UNKNOWN until its record expires.',
            cause: { message: 'read ECONNRESET' },
          },
        },
      },
    ]);
    expect(await own.send('POST /v1/orders', { key })).toMatchObject({ status: 409, body: OUTCOME_UNKNOWN });
    expect(own.executed).toHaveLength(1);
  });
});

describe('without a store', () => {
  test('a key is refused, and the library warns of it', async () => {
    const own = await openOrders({}, { 'v1/requireKey.graphql': undefined });
    onTestFinished(own.close);
    expect(own.warnings).toEqual([
      'Requests with an Idempotency-Key are refused (createOrder, deepOrder, laneOrder, …): that needs a store of responses. Set REDIS_URL, or pass the option idempotency to createPortico.',
    ]);
    expect(await own.send('POST /v1/orders', { key })).toMatchObject({
      status: 400,
      body: { error: 'Idempotency-Key is not supported: this server keeps no keys' },
    });
    expect(await own.send('POST /v1/orders')).toMatchObject({ status: 201 });
  });
  test('an endpoint that requires a key refuses the start', async () => {
    await expect(openOrders()).rejects.toThrow(
      /v1\/requireKey\.graphql:1:1: idempotencyKey: REQUIRED needs a store of responses\. Set REDIS_URL/,
    );
  });
});

test('a body that is nested too deeply is 400, although its properties are ignored', async () => {
  const own = await openOrders(
    { idempotency: createMemoryIdempotencyStore() },
    {
      'v1/ignoringOrder.graphql':
        'mutation ignoringOrder($item: String!) @endpoint(method: POST, path: "/ignoring", ignore: ["extra"]) { createOrder(item: $item) { id } }',
    },
  );
  onTestFinished(own.close);
  const nested = (levels: number) => `{"item":"tea","extra":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${own.url}/v1/ignoring`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', authorization: 'Bearer ada', ...headers },
    });
    return [response.status, await response.json()];
  };
  const tooDeep = { error: 'body must not be nested more than 100 levels deep' };
  expect(await send(nested(100_000), { 'idempotency-key': key })).toEqual([400, tooDeep]);
  expect(await send(nested(100_000))).toEqual([200, { id: 2 }]);
  expect(await send(nested(99), { 'idempotency-key': key })).toEqual([200, { id: 3 }]);
  expect(own.executed).toEqual(['tea', 'tea']);
});

describe('an upstream that', () => {
  const ask = async (upstream: Awaited<ReturnType<typeof stubUpstream>>) => {
    const { fetch: send } = createPortico({
      schema: buildSchema('type Query { a: Int } type Mutation { add: Int }'),
      endpoints: folderOf({
        'v1/add.graphql':
          'mutation add @endpoint(method: POST, path: "/add", status: 200, idempotencyKey: OPTIONAL) { add }',
      }),
      upstream,
      authenticate: () => ({ subject: 'ada', scopes: [] }),
      report: () => {},
      idempotency: createMemoryIdempotencyStore(),
    });
    return async (status: number) => {
      upstream.answer = () => (status === 200 ? { body: { data: { add: 1 } } } : { status, body: '' });
      const headers = { 'idempotency-key': key, authorization: 'Bearer a' };
      const response = await send(new Request('http://localhost/v1/add', { method: 'POST', headers }));
      return response.status;
    };
  };

  test.each([
    ['refuses a mutation releases its key', [400, 413, 302, 501], 502, 200],
    ['leaves the outcome of a mutation unknown does not', [500, 504], 500, 409],
  ])('%s', async (_, statuses, first, second) => {
    const upstream = await stubUpstream();
    onTestFinished(upstream.close);
    const post = await ask(upstream);
    for (const status of statuses) {
      key = `upstream-${status}`;
      expect([status, await post(status), await post(200)]).toEqual([status, first, second]);
    }
  });
});
