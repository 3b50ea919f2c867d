// Requests with an Idempotency-Key in a host, over a store of its own, as a client sees them.
import { createHash } from 'node:crypto';
import { buildSchema } from 'graphql';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type IdempotencyStore, createPortico } from '../../src/gateway/index.ts';
import { stubUpstream } from '../support/stubUpstream.ts';
import { expectEarlierRecord } from '../parts/guard/idempotency/support/expectEarlierRecord.ts';
import { memoryStore } from '../support/memoryStore.ts';
import { folderOf } from './support/folderOf.ts';
import { type Sent, failure, openOrders } from './support/openOrders.ts';

const orders = openOrders({ idempotency: memoryStore(), cors: { origins: ['https://app.example.com'] } });
let count = 0;
let key = '';
beforeEach(() => {
  key = `key-${++count}`;
  orders.executed.length = 0;
  orders.failures.length = 0;
  orders.onExecute = () => {};
});
const post = (sent: Sent = {}, target = '/v1/orders') => orders.send(`POST ${target}`, { key, ...sent });

const OUTCOME_UNKNOWN = {
  error:
    'The outcome of the first request with this Idempotency-Key is unknown: it may be running, or may have taken effect without a stored response. Read the current state before using a new key.',
};
const REUSED = {
  error:
    'This Idempotency-Key was used for another request; send the same request again, or use a new key for a new request.',
};

describe('the same request again', () => {
  test('has the first response, and executes nothing', async () => {
    const first = await post();
    expect(first).toMatchObject({ status: 201, body: { item: 'tea' }, isReplayed: false });
    expect(first.headers['location']).toMatch(/^\/v1\/orders\/\d+$/);
    for (let n = 0; n < 2; n++) expect(await post()).toEqual({ ...first, isReplayed: true });
    expect(orders.executed).toEqual(['tea']);
  });

  test.each<[string, string, () => Sent]>([
    ['a quoted key', '/v1/orders', () => ({ key: `"${key}"` })],
    ['no version in its path', '/orders', () => ({})],
    ['another encoding of its path', '/v1/%6Frders', () => ({})],
    ['another Accept', '/v1/orders', () => ({ headers: { accept: 'application/problem+json' } })],
  ])('may have %s', async (_, target, sent) => {
    const first = await post();
    expect(await post(sent(), target)).toEqual({ ...first, isReplayed: true });
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
    const first = post();
    await started;
    const unknown = { status: 409, body: OUTCOME_UNKNOWN, retryAfter: null, isReplayed: false };
    expect(await post()).toMatchObject(unknown);
    finish();
    expect({ ...(await first), isReplayed: true }).toEqual(await post());
    expect(orders.executed).toEqual(['tea']);
  });

  test('has the headers of its own request, which pages of other origins may read', async () => {
    const origin = 'https://app.example.com';
    const preflight = { headers: { origin, 'access-control-request-method': 'POST' } };
    const { headers } = await orders.send('OPTIONS /v1/orders', { ...preflight, body: undefined });
    expect(headers['access-control-allow-headers']?.split(', ')).toContain('Idempotency-Key');
    const exposes = async (sent: Sent) =>
      (await post(sent)).headers['access-control-expose-headers']?.split(', ').includes('Idempotency-Replayed');
    expect(await exposes({ headers: { origin } })).toBe(true);
    expect(await exposes({})).toBeUndefined();
    expect(await exposes({ headers: { origin } })).toBe(true);
  });
});

describe('the same JSON', () => {
  const first = '{"item":"tea","any":{"b":[1,{"c":2,"d":"é"}],"a":null,"10":1,"9":2}}';
  const sendText = async (body: string, target = '/v1/any') => {
    const { status, isReplayed } = await post({ body }, target);
    return [status, isReplayed];
  };

  test.each([
    ['members in another order', '{"any":{"9":2,"a":null,"10":1,"b":[1,{"d":"é","c":2}]},"item":"tea"}', true],
    ['other whitespace', JSON.stringify(JSON.parse(first), null, 2), true],
    ['numbers in another form', first.replace('"10":1', '"10":1.0').replace('[1,', '[10e-1,'), true],
    ['escapes', first.replace('é', '\\u00e9').replace('"tea"', '"\\u0074ea"'), true],
    ['a member twice, of which the last counts', first.replace('"a":null', '"a":true,"a":null'), true],
    ['items in another order', first.replace('[1,{"c":2,"d":"é"}]', '[{"c":2,"d":"é"},1]'), false],
    ['another number', first.replace('"10":1', '"10":1.0000000000000002'), false],
    ['a number that a double cannot tell from it', first.replace('"10":1', '"10":1.00000000000000000001'), false],
    ['a text for a number', first.replace('"10":1', '"10":"1"'), false],
    ['an absent member for null', first.replace('"a":null,', ''), false],
    ['an accent that is composed otherwise', first.replace('é', 'e\u0301'), false],
    ['a number that is too large for null', first.replace('"a":null', '"a":1e400'), false],
    ['a member of another object', first.replace(',"d":"é"}]', '}],"d":"é"'), false],
  ])('with %s is the same request: %s', async (_, text, isSame) => {
    expect(await sendText(first)).toEqual([200, false]);
    expect(await sendText(text)).toEqual([isSame ? 200 : 422, isSame]);
    expect(orders.executed).toEqual(['tea']);
  });

  test('is the same with digits that no double has in another form', async () => {
    const digits = (number: string) => first.replace('"10":1', `"10":${number}`);
    expect(await sendText(digits('9007199254740993'))).toEqual([200, false]);
    expect(await sendText(digits('90071992547409930e-1'))).toEqual([200, true]);
    expect(await sendText(digits('9007199254740992'))).toEqual([422, false]);
  });

  test.each([
    ['?lane=left&note=now', '?note=now&lane=left', 200],
    ['?lane=left&note=now', '?note=left&lane=now', 422],
    ['?lane=left&note=now', '?lane=left', 422],
    ['?tags=a&tags=b&note=now', '?note=now&tags=a&tags=b', 200],
    ['?tags=a&tags=b', '?tags=b&tags=a', 422],
    ['?tags=a,b', '?tags=a%2Cb', 422],
  ])('with the query %s, and then %s, is %i', async (before, after, status) => {
    expect(await sendText(first, `/v1/any${before}`)).toEqual([200, false]);
    expect(await sendText(first, `/v1/any${after}`)).toEqual([status, status === 200]);
  });
});

test('records of other releases have the same fingerprint: SHA-256 of the canonical form of RFC 8785', async () => {
  const fingerprints: string[] = [];
  const store = memoryStore();
  const begin: IdempotencyStore['begin'] = (request) => {
    fingerprints.push(request.fingerprint);
    return store.begin(request);
  };
  const own = openOrders({ idempotency: { ...store, begin } });
  const any = String.raw`{"numbers":[1E30,4.50,2e-3,0.000000000000000000000000001,-0,1e-7,1e21,90071992547409930e-1,-10e399],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false],"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7,"10":8,"9":9,"__proto__":10}`;
  const canonical =
    '{"\\r":2,"1":4,"10":8,"9":9,"__proto__":10,"literals":[null,true,false],"numbers":[1e+30,4.5,0.002,1e-27,0,1e-7,1e+21,9007199254740993e15,-1e400],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/","\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}';
  expect(await own.send('POST /v1/any', { key, body: `{"item":"tea","any":${any}}` })).toMatchObject({ status: 200 });
  const parts = `RFC 8785 [1,"POST","/any",[],{},[],{"any":${canonical},"item":"tea"}]`;
  expect(fingerprints).toEqual([createHash('sha256').update(parts).digest('base64url')]);
});

test('a record of version 0.2 is replayed until it expires', () => expectEarlierRecord(memoryStore()));

describe('a replay whose media type Accept excludes', () => {
  const own = openOrders(
    { idempotency: memoryStore() },
    {
      'v1/halOrder.graphql': `mutation halOrder($item: String!) @endpoint(method: POST, path: "/hal", produces: ["application/hal+json; charset=utf-8", "application/json"]) { createOrder(item: $item) { id } }`,
      'v1/emptyOrder.graphql': `mutation emptyOrder($item: String!) @endpoint(method: POST, path: "/empty", status: 204) { createOrder(item: $item) { id } }`,
    },
  );
  beforeEach(() => {
    own.executed.length = 0;
    own.onExecute = () => {};
  });
  const HAL = 'application/hal+json';
  const VENDOR = 'application/vnd.portico.v1+json';
  const accepting = (accept: string) => ({ key, headers: { accept } });

  test.each<[string, string, string, string]>([
    ['/hal', '*/*', `${HAL};q=0, */*`, 'application/hal+json; charset=utf-8'],
    ['/hal', 'application/json', HAL, 'application/json'],
    ['/orders', VENDOR, 'application/json', VENDOR],
  ])('is 406, and executes nothing: %s with %s, and then %s', async (target, accept, other, type) => {
    const first = await own.send(`POST /v1${target}`, accepting(accept));
    expect(first.headers['content-type']).toBe(type);
    expect(await own.send(`POST /v1${target}`, accepting(other))).toMatchObject({
      status: 406,
      body: { error: `Not acceptable; the stored response has the media type ${type}.` },
      isReplayed: false,
    });
    expect(await own.send(`POST /v1${target}`, accepting('*/*'))).toEqual({ ...first, isReplayed: true });
    expect(own.executed).toHaveLength(1);
    expect(own.failures).toEqual([]);
  });

  test.each<[string, string, string, string | undefined]>([
    ['that has no other', '/hal', HAL, undefined],
    ['without a body', '/empty', 'application/json', undefined],
    ['that is an error', '/orders', 'application/problem+json', 'CONFLICT'],
  ])('is sent as it is where it is one %s', async (_, target, accept, code) => {
    if (code !== undefined) own.onExecute = () => Promise.reject(failure(code));
    const first = await own.send(`POST /v1${target}`, accepting(accept));
    const other = target === '/hal' ? `application/json;q=0.5, ${HAL};q=0.1` : 'application/json';
    expect(await own.send(`POST /v1${target}`, accepting(other))).toEqual({ ...first, isReplayed: true });
  });

  test('is refused as any request where nothing is acceptable, and its key stays unused', async () => {
    expect(await own.send('POST /v1/orders', accepting('text/html'))).toMatchObject({ status: 406 });
    const other = await own.send('POST /v1/orders', { key, body: { item: 'milk' } });
    expect(other).toMatchObject({ status: 201, isReplayed: false });
  });
});

describe('another request with the key', () => {
  const LEFT = { headers: { lane: 'left' } };
  test.each<[string, string, Sent, string, Sent]>([
    ['another body', 'POST /v1/orders', {}, 'POST /v1/orders', { body: { item: 'milk' } }],
    ['another query', 'POST /v1/orders', {}, 'POST /v1/orders?note=now', {}],
    ['another path', 'PATCH /v1/orders/1', {}, 'PATCH /v1/orders/2', {}],
    ['another header parameter', 'POST /v1/lanes', LEFT, 'POST /v1/lanes', { headers: { lane: 'right' } }],
  ])('is 422 with %s', async (_, line, sent, otherLine, other) => {
    await orders.send(line, { key, ...sent });
    const second = await orders.send(otherLine, { key, ...other });
    expect(second).toMatchObject({ status: 422, body: REUSED, isReplayed: false });
    expect(orders.executed).toEqual(['tea']);
  });

  test('of another caller, endpoint or version executes', async () => {
    const sent = [
      await post(),
      await post({ subject: 'bob' }),
      await post({}, '/v1/strict'),
      await post({}, '/v2/orders'),
      // Another media type of the same endpoint: the stored one is excluded.
      await post({ headers: { accept: 'application/vnd.portico.v2+json' } }, '/orders'),
    ];
    expect(sent.map(({ status, isReplayed }) => [status, isReplayed])).toEqual(
      [201, 201, 200, 201, 406].map((status) => [status, false]),
    );
    expect(orders.executed).toHaveLength(4);
  });
});

describe('errors', () => {
  const bad = (status: number): [string, string, Sent, number] => [
    `as data of status ${status}`,
    '/v1/tried',
    { body: { item: `bad ${status}` } },
    status,
  ];
  test.each<[string, string, Sent, number]>([
    ['of the root field', '/v1/orders', {}, 409],
    ['as data', '/v1/tried', { body: { item: 'bad' } }, 422],
    ...[400, 401, 403, 412, 428, 500, 504, 599].map(bad),
    ['below the root field, which has taken effect', '/v1/deep', { body: { item: 'guarded' } }, 403],
  ])('%s are stored as any response', async (name, target, sent, status) => {
    if (name === 'of the root field') orders.onExecute = () => Promise.reject(failure('CONFLICT'));
    const all = { headers: { accept: 'application/problem+json' }, ...sent };
    const first = await post(all, target);
    expect(first).toMatchObject({ status, isReplayed: false });
    expect(await post(all, target)).toEqual({ ...first, isReplayed: true });
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
    expect(await post()).toMatchObject({ status });
    orders.onExecute = () => {};
    expect(await post()).toMatchObject({ status: 201, isReplayed: false });
  });

  test.each([429, 503])('as data of status %i, with Retry-After, release the key', async (status) => {
    const sent = { body: { item: `bad ${status}` } };
    const first = await post(sent, '/v1/tried');
    expect(first).toMatchObject({ status, body: { error: 'It is bad.' }, retryAfter: '1', isReplayed: false });
    expect(await post(sent, '/v1/tried')).toEqual(first);
    expect(orders.executed).toHaveLength(2);
  });

  test.each<[string, () => Error, number]>([
    ['an unexpected error', () => new Error('The disk is full.'), 500],
    ['an unknown outcome', () => failure('OUTCOME_UNKNOWN'), 500],
    ['a timeout', () => failure('LATE'), 504],
  ])('after %s the outcome stays unknown', async (_, error, status) => {
    orders.onExecute = () => Promise.reject(error());
    expect(await post()).toMatchObject({ status });
    orders.onExecute = () => {};
    expect(await post({ headers: { accept: 'application/problem+json' } })).toMatchObject({
      status: 409,
      body: { code: 'OUTCOME_UNKNOWN', detail: OUTCOME_UNKNOWN.error },
      retryAfter: null,
    });
    expect(orders.executed).toHaveLength(1);
  });

  test('after an unexpected error below the root field the outcome stays unknown', async () => {
    const sent = { body: { item: 'broken' } };
    expect(await post(sent, '/v1/deep')).toMatchObject({ status: 500 });
    expect(await post(sent, '/v1/deep')).toMatchObject({ status: 409, body: OUTCOME_UNKNOWN });
  });

  test.each<[string, string, Sent, number]>([
    ['an invalid body', 'POST /v1/orders', { body: { item: 1 } }, 400],
    ['an unknown parameter', 'POST /v1/orders?x=1', {}, 400],
    ['another media type', 'POST /v1/orders', { headers: { 'content-type': 'text/plain' } }, 415],
    ['a version that does not match', 'PATCH /v1/orders/1', { headers: { 'if-match': '"99"' } }, 412],
    ['a precondition of another kind', 'PATCH /v1/orders/1', { headers: { 'if-none-match': '*' } }, 412],
    ['a missing resource', 'PATCH /v1/orders/404', { headers: { 'if-none-match': '*' } }, 404],
  ])('before the execution leave the key unused: %s', async (_, line, sent, status) => {
    expect(await orders.send(line, { key, ...sent })).toMatchObject({ status });
    const path = line.startsWith('PATCH') ? 'PATCH /v1/orders/1' : 'POST /v1/orders';
    expect(await orders.send(path, { key })).toMatchObject({ isReplayed: false, body: { item: 'tea' } });
    expect(orders.executed).toEqual(['tea']);
  });
});

describe('a key is refused', () => {
  test('of a caller without a subject', async () => {
    const error = 'Idempotency-Key requires a caller with a subject, to whom it belongs';
    expect(await post({ subject: '' })).toMatchObject({ status: 400, body: { error } });
    expect(orders.executed).toEqual([]);
  });

  test('with the other problems of the request, at its header', async () => {
    const strict = (accept: string) => post({ key: undefined, body: {}, headers: { accept } }, '/v1/strict');
    expect(await strict('*/*')).toMatchObject({
      status: 400,
      body: { error: 'Idempotency-Key is required; item is required' },
    });
    expect((await strict('application/problem+json')).body).toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: [
        { field: 'Idempotency-Key', message: 'is required' },
        { field: 'item', message: 'is required' },
      ],
    });
  });

  test('of 255 characters is not, and any is ignored where the endpoint does not take one', async () => {
    expect(await post({ key: 'x'.repeat(255) })).toMatchObject({ status: 201 });
    for (let n = 0; n < 2; n++)
      expect(await post({ key: 'a b', subject: '' }, '/v1/plain')).toMatchObject({ status: 200 });
    expect(orders.executed).toHaveLength(3);
  });
});

describe('a store that fails', () => {
  const working = memoryStore();
  const UNAVAILABLE = {
    status: 503,
    body: { error: 'The store of Idempotency-Keys is not available; nothing was executed. Try again shortly.' },
    retryAfter: '1',
  };
  /** An API whose store has these functions. */
  const openWith = (store: Partial<IdempotencyStore>) => openOrders({ idempotency: { ...working, ...store } });
  const causes = ({ failures }: ReturnType<typeof openOrders>) =>
    failures.map(({ error: { cause } }) => [(cause as Error).message, ((cause as Error).cause as Error).message]);

  afterEach(() => vi.useRealTimers());

  test('before the execution is 503, and nothing is executed', async () => {
    const own = openWith({ begin: () => Promise.reject(new Error('connect ECONNREFUSED')) });
    expect(await own.send('POST /v1/orders', { key })).toMatchObject(UNAVAILABLE);
    expect(own.executed).toEqual([]);
    const error = { code: 'UNAVAILABLE', cause: { message: 'connect ECONNREFUSED' } };
    expect(own.failures).toMatchObject([{ error }]);
    expect(await own.send('POST /v1/orders')).toMatchObject({ status: 201 });
  });

  test('by throwing is the same', async () => {
    const begin = () => {
      throw new Error('closed');
    };
    expect(await openWith({ begin }).send('POST /v1/orders', { key })).toMatchObject(UNAVAILABLE);
  });

  test('to respond within two seconds is the same, and what it creates later is released', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let proceed!: () => void;
    const stuck = new Promise<void>((resolve) => (proceed = resolve));
    const released = vi.fn<() => void>();
    const own = openWith({
      begin: (request) => stuck.then(() => working.begin(request)),
      finish: (request, response) => working.finish(request, response).then(released),
    });
    const refused = own.send('POST /v1/orders', { key });
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await refused).toMatchObject(UNAVAILABLE);
    expect(own.executed).toEqual([]);
    vi.useRealTimers();
    proceed();
    await expect.poll(() => released).toHaveBeenCalled();
    expect(await openWith({}).send('POST /v1/orders', { key })).toMatchObject({ status: 201, isReplayed: false });
  });

  test('after the execution does not change the response, and is reported; a retry has no outcome', async () => {
    const own = openWith({ finish: () => Promise.reject(new Error('read ECONNRESET')) });
    expect(await own.send('POST /v1/orders', { key })).toMatchObject({ status: 201, isReplayed: false });
    expect(own.failures).toMatchObject([{ method: 'POST', target: '/v1/orders' }]);
    expect(causes(own)).toEqual([
      [
        'The response was not stored: retries with this Idempotency-Key are OUTCOME_UNKNOWN until its record expires.',
        'read ECONNRESET',
      ],
    ]);
    expect(await own.send('POST /v1/orders', { key })).toMatchObject({ status: 409, body: OUTCOME_UNKNOWN });
    expect(own.executed).toHaveLength(1);
  });

  test('to respond after the execution does not keep the response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const finish = vi.fn<IdempotencyStore['finish']>(() => new Promise(() => {}));
    const own = openWith({ finish });
    const response = own.send('POST /v1/orders', { key });
    await vi.waitUntil(() => finish.mock.calls.length > 0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await response).toMatchObject({ status: 201 });
    expect(causes(own).map(([, cause]) => cause)).toEqual(['There was no response within 2000 ms.']);
  });

  test('to release a key is reported', async () => {
    const own = openWith({ finish: () => Promise.reject(new Error('closed')) });
    own.onExecute = () => Promise.reject(failure('DENIED'));
    expect(await own.send('POST /v1/orders', { key })).toMatchObject({ status: 403 });
    expect(causes(own)).toEqual([
      [
        'The unused key was not released: retries with this Idempotency-Key are OUTCOME_UNKNOWN until its record expires.',
        'closed',
      ],
    ]);
  });
});

test('without a store a key is refused, and the library warns of it', async () => {
  const own = openOrders({}, { 'v1/requireKey.graphql': undefined });
  expect(own.warnings).toEqual([
    'Requests with an Idempotency-Key are refused (anyOrder, createOrder, deepOrder, …): that needs a store of responses. Set REDIS_URL, or pass the option idempotency to createPortico.',
  ]);
  expect(await own.send('POST /v1/orders', { key })).toMatchObject({
    status: 400,
    body: { error: 'Idempotency-Key is not supported: this server keeps no keys' },
  });
  expect(await own.send('POST /v1/orders')).toMatchObject({ status: 201 });
});

test('a body that is nested too deeply is 400, although its properties are ignored', async () => {
  const send = (levels: number, own: string | undefined) =>
    post({ key: own, body: `{"item":"tea","any":${'['.repeat(levels)}${']'.repeat(levels)}}` }, '/v1/any');
  const tooDeep = { error: 'body must not be nested more than 100 levels deep' };
  expect(await send(100, key)).toMatchObject({ status: 400, body: tooDeep });
  expect(await send(100_000, undefined)).toMatchObject({ status: 200 });
  expect(await send(99, key)).toMatchObject({ status: 200 });
  expect(orders.executed).toEqual(['tea', 'tea']);
});

test.each([
  ['refuses a mutation releases its key', [400, 413, 302, 501], 502, 200],
  ['leaves the outcome of a mutation unknown does not', [500, 504], 500, 409],
])('an upstream that %s', async (_, statuses, first, second) => {
  const upstream = await stubUpstream();
  onTestFinished(upstream.close);
  const { fetch: send } = createPortico({
    schema: buildSchema('type Query { a: Int } type Mutation { add: Int }'),
    endpoints: folderOf({
      'v1/add.graphql':
        'mutation add @endpoint(method: POST, path: "/add", status: 200, idempotencyKey: OPTIONAL) { add }',
    }),
    upstream,
    authenticate: () => ({ subject: 'ada', scopes: [] }),
    report: () => {},
    idempotency: memoryStore(),
  });
  const add = async (own: string, status: number) => {
    upstream.answer = () => (status === 200 ? { body: { data: { add: 1 } } } : { status, body: '' });
    const headers = { 'idempotency-key': own, authorization: 'Bearer a' };
    return (await send(new Request('http://localhost/v1/add', { method: 'POST', headers }))).status;
  };
  for (const status of statuses) {
    const own = `upstream-${status}`;
    expect([status, await add(own, status), await add(own, 200)]).toEqual([status, first, second]);
  }
});
