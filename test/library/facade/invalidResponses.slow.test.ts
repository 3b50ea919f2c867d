// Responses of an upstream without a GraphQL result, and results that are not valid: 502 where a retry is of no use, 503 or 504 where it
// may be; of a mutation only where nothing can have been executed. See RFC 9110, sections 15.4 to 15.6, and GraphQL, section 7.1.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type StubAnswer, stubUpstream } from '../../support/stubUpstream.ts';
import { failuresIn, openPortico } from './support/openPortico.ts';

const stub = await stubUpstream();
const facade = await openPortico({
  upstream: stub,
  sdl: `
    scalar Json
    scalar JsonText
    type Query { count: Int any: Json text: JsonText page: Page }
    type Page { list: [Item] }
    type Item { id: Int name: String }
    type Mutation { add: Int anything: Json change: Page }
  `,
  files: {
    'conventions.json': JSON.stringify({
      scalars: { JsonText: { type: 'any', upstream: 'json' } },
      errors: { codes: { THROTTLED: 429 } },
    }),
    'count.graphql': 'query count @endpoint(method: GET, path: "/count") { count }',
    'any.graphql': 'query any @endpoint(method: GET, path: "/any") { any }',
    'text.graphql': 'query text @endpoint(method: GET, path: "/text") { text }',
    'list.graphql': 'query list @endpoint(method: GET, path: "/list") { page { list @catch { id name } } }',
    'add.graphql': 'mutation add @endpoint(method: POST, path: "/count", status: 200) { add }',
    'change.graphql':
      'mutation change @endpoint(method: POST, path: "/list", status: 200) { change { list @catch { id } } }',
    'anything.graphql': 'mutation anything @endpoint(method: POST, path: "/any", status: 200) { anything }',
  },
});
afterAll(async () => {
  await facade.close();
  await stub.close();
});
beforeEach(() => void (facade.logged.length = 0));

async function send(method: 'GET' | 'POST', answer: StubAnswer, path = '/count') {
  stub.received.length = 0;
  stub.answer = () => answer;
  const { status, headers, body } = await facade.send(`/v1${path}`, { method, headers: { 'x-request-id': 'mine' } });
  return { status, wait: headers.get('retry-after'), challenge: headers.get('www-authenticate'), body };
}
/** Sends bytes as the body. */
function sendBytes(method: 'GET' | 'POST', status: number, headers: Record<string, string>, bytes: string | Buffer) {
  stub.answer = (_request, response) => void response.writeHead(status, headers).end(bytes);
  return facade.send('/v1/count', { method, headers: { 'x-request-id': 'mine' } });
}

const BAD_GATEWAY = {
  status: 502,
  wait: null,
  challenge: null,
  body: { error: 'The upstream service returned an invalid response; it has been logged.' },
};
const UNKNOWN = {
  status: 500,
  wait: null,
  challenge: null,
  body: {
    error: 'The outcome of the request is unknown: it may have taken effect. Read the current state before retrying.',
  },
};
const unavailable = (wait: string) => ({
  status: 503,
  wait,
  challenge: null,
  body: { error: 'The upstream service is not available; try again shortly.' },
});
const BODIES = ['', '<h1>hunter2</h1>', '{"message":"hunter2"}', '{"errors":"hunter2"}', '{"errors":["hunter2"]}'];

describe('a refusal without GraphQL that a retry does not change', () => {
  const statuses = [300, 301, 302, 303, 304, 307, 308, 400, 402, 404, 405, 406, 407, 409, 410, 411, 413, 414, 415, 416];
  test.each([...statuses, 417, 421, 422, 423, 426, 428, 431, 451, 499, 501, 505, 511])(
    '%i is 502, of a mutation too',
    async (status) => {
      const headers = { 'retry-after': '17', location: 'http://127.0.0.1:1/', 'www-authenticate': 'Basic' };
      for (const body of status === 304 ? [''] : BODIES) {
        expect(await send('GET', { status, headers, body })).toEqual(BAD_GATEWAY);
        expect(await send('POST', { status, headers, body })).toEqual(BAD_GATEWAY);
        expect(stub.received).toHaveLength(1);
      }
      const failures = failuresIn(facade.logged, 'mine');
      expect(failures).toContain(`The upstream responded with status ${status}.`);
      expect(failures).not.toContain('hunter2');
    },
  );
});

describe('a refusal without GraphQL after which a retry may succeed', () => {
  test.each([
    [503, '17', '17'],
    [503, undefined, '1'],
    [408, undefined, '1'],
    [425, undefined, '1'],
  ])('%i with Retry-After %s is 503, of a mutation too', async (status, given, wait) => {
    for (const body of BODIES) {
      const answer = { status, body, headers: { ...(given !== undefined && { 'retry-after': given }) } };
      expect(await send('GET', answer)).toEqual(unavailable(wait));
      expect(await send('POST', answer)).toEqual(unavailable(wait));
    }
  });

  test.each([
    [401, 'The credentials are not accepted.', null, 'Bearer'],
    [403, 'The credentials do not permit this request.', null, null],
    [429, 'Too many requests; try again later.', '1', null],
  ])('%i keeps its status', async (status, error, wait, challenge) => {
    for (const body of BODIES) {
      for (const method of ['GET', 'POST'] as const) {
        expect(await send(method, { status, body })).toEqual({ status, wait, challenge, body: { error } });
      }
    }
  });
});

test.each([500, 502, 504, 506, 507, 508, 520, 599])(
  '%i without GraphQL leaves the outcome of a mutation unknown, and of a read it may be repeated',
  async (status) => {
    for (const body of BODIES) {
      expect(await send('POST', { status, body })).toEqual(UNKNOWN);
      expect(await send('GET', { status, body })).toMatchObject({ status: status === 504 ? 504 : 503 });
    }
  },
);

describe('a result that is not valid', () => {
  const valid = { message: 'hunter2' };
  test.each<[unknown]>([
    [{ errors: ['hunter2'] }],
    [{ data: { count: 1, add: 1 }, errors: ['hunter2'] }],
    [{ data: null, errors: [valid, null] }],
    [{ data: null, errors: [{}] }],
    [{ data: null, errors: [{ message: null }] }],
    [{ data: null, errors: [{ message: 7, extensions: { code: 'NOT_FOUND' } }] }],
    [{ data: null, errors: [{ ...valid, path: 'count' }] }],
    [{ data: null, errors: [{ ...valid, path: ['list', null] }] }],
    [{ data: null, errors: [{ ...valid, locations: 'x' }] }],
    [{ data: null, errors: [{ ...valid, locations: [1] }] }],
    [{ data: null, errors: [{ ...valid, extensions: 'NOT_FOUND' }] }],
    [{ data: null, errors: { ...valid, length: 1 } }],
    [{ data: null, errors: true }],
    [{ data: { count: 1, add: 1 }, errors: 0 }],
    [{ errors: null }],
    [{ errors: [] }],
    [{ data: null, errors: [] }],
    [{ data: null, errors: null }],
    [{ data: [], errors: [valid] }],
    [{ data: false }],
    [{}],
    [[]],
    [[{ data: { count: 1 } }]],
    [{ data: { add: 'hunter2', count: 'hunter2' } }],
  ])('%j is 502, and leaves the outcome of a mutation unknown', async (body) => {
    expect(await send('GET', { body })).toEqual(BAD_GATEWAY);
    expect(failuresIn(facade.logged, 'mine')).not.toContain('hunter2');
    expect(await send('POST', { body })).toEqual(UNKNOWN);
  });

  test.each(['', '\uFEFF', '{', 'null', '"x"', '{"data":{"count":1}}x', "{'data':{}}", '{"data":{"count":NaN}}'])(
    '%j is 502',
    async (body) => {
      expect(await send('GET', { body })).toEqual(BAD_GATEWAY);
    },
  );

  test('is one whose error is nested too deeply', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const error = `{"message":"x","extensions":{"code":"CONFLICT","a":${deep}}}`;
    expect(await send('GET', { body: `{"data":null,"errors":[${error}]}` })).toEqual(BAD_GATEWAY);
  });
});

describe('a result is valid', () => {
  test.each<[object]>([
    [{ data: { count: 1 } }],
    [{ data: { count: 1 }, errors: null, extensions: null }],
    [{ data: { count: 1 }, errors: [], extensions: 'x' }],
  ])('%j', async (body) => {
    expect(await send('GET', { body })).toMatchObject({ status: 200, body: 1 });
    expect(await send('GET', { body: `\uFEFF${JSON.stringify(body)}` })).toMatchObject({ status: 200, body: 1 });
  });

  test.each<[object]>([
    [{ path: null, locations: null, extensions: { code: 'CONFLICT' } }],
    [{ path: [], locations: [], extensions: { code: 'CONFLICT', problems: 'x' } }],
    [{ name: 'Other', stack: 'other', toJSON: 'other', extensions: { code: 'CONFLICT' } }],
    [{ path: ['list', 7, 'name'], locations: [{ line: 0, column: -1 }], extensions: { code: 'CONFLICT' }, type: 7 }],
  ])('with the error %j', async (more) => {
    const body = { data: null, errors: [{ message: 'taken', ...more }] };
    expect(await send('GET', { body })).toMatchObject({ status: 409, body: { error: 'taken' } });
  });

  // Servers in PHP send an empty list for an empty object.
  test.each([[null], [[]]])('with the extensions %j of an error, which is internal', async (extensions) => {
    const body = { data: null, errors: [{ message: 'hunter2', extensions }] };
    expect(await send('GET', { body })).toMatchObject({
      status: 500,
      body: { error: expect.stringMatching(/^Internal/) },
    });
  });
});

describe('a mutation that has data is never free to be sent again', () => {
  test.each<[status: number, body: object]>([
    [409, { data: { add: 5 }, errors: [{ code: 'WARN' }] }],
    [422, { data: { add: 5 }, errors: ['x'] }],
    [404, { data: null, errors: [{}] }],
    [408, { data: { add: null }, errors: [{ message: 'payment timed out', path: ['add'] }] }],
    [425, { data: { add: null }, errors: [{ message: 'no', path: ['add'] }] }],
    [503, { data: { add: null }, errors: [{ message: 'no', path: ['add'] }] }],
  ])('under %i with %j', async (status, body) => {
    expect(await send('POST', { status, body })).toEqual(UNKNOWN);
  });

  test('with a number beyond doubles in more levels than are read', async () => {
    const deep = `${'['.repeat(5_000)}1e999${']'.repeat(5_000)}`;
    expect(await send('GET', { body: `{"data":{"anything":${deep}}}` })).toEqual(BAD_GATEWAY);
    expect(await send('POST', { body: `{"data":{"anything":${deep}}}` })).toEqual(UNKNOWN);
  });
});

describe('errors of a request that was not executed', () => {
  const errors = (code?: string) => ({
    errors: [{ message: 'no', ...(code !== undefined && { extensions: { code } }) }],
  });

  test.each([302, 404, 405, 413, 415, 501])('with %i and no code are 502, of a mutation too', async (status) => {
    expect(await send('GET', { status, body: errors() })).toEqual(BAD_GATEWAY);
    expect(await send('POST', { status, body: errors() })).toEqual(BAD_GATEWAY);
  });
  test('keep a code that has a status', async () => {
    expect(await send('POST', { status: 404, body: errors('NOT_FOUND') })).toMatchObject({ status: 404 });
    expect(await send('POST', { status: 413, body: errors('THROTTLED') })).toMatchObject({ status: 429 });
    expect(await send('POST', { status: 413, body: errors('OWN') })).toMatchObject({ status: 500 });
  });
  test('are those of the service where it was executed', async () => {
    expect(await send('GET', { status: 404, body: { data: null, ...errors() } })).toMatchObject({ status: 500 });
  });
});

describe('the content coding of a response', () => {
  const text = '{"data":{"count":1,"add":1}}';
  const gzip = gzipSync(text);
  test.each<[string, Buffer | string]>([
    ['identity', text],
    ['Identity, ,', text],
    ['', text],
    ['gzip', gzip],
    ['GZip', gzip],
    ['x-gzip', gzip],
    [', gzip ,,', gzip],
    ['gzip, identity', gzip],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip, br, deflate', deflateSync(brotliCompressSync(gzip))],
  ])('%j is undone', async (coding, bytes) => {
    expect(await sendBytes('GET', 200, { 'content-encoding': coding }, bytes)).toMatchObject({ status: 200, body: 1 });
  });

  const codings = (count: number) => Array.from({ length: count }, () => 'gzip').join(', ');
  test.each<[string, string | Buffer]>([
    ['zstd', text],
    ['compress', text],
    ['utf-8', text],
    ['none', text],
    ['gzip, zstd', gzip],
    ['zstd, gzip', gzip],
    ['br', gzip],
    ['deflate', gzip],
    ['gzip', text],
    ['gzip', gzip.subarray(0, 20)],
    [codings(4), gzipSync(gzipSync(gzipSync(gzip)))],
    [codings(300), Array.from({ length: 300 }).reduce<Buffer>((bytes) => gzipSync(bytes), Buffer.from(text))],
  ])('%.20s is refused: 502, and of a mutation the outcome is unknown', async (coding, bytes) => {
    const headers = { 'content-encoding': coding };
    expect(await sendBytes('GET', 200, headers, bytes)).toMatchObject({ status: 502, body: BAD_GATEWAY.body });
    expect(await sendBytes('POST', 200, headers, bytes)).toMatchObject({ status: 500, body: UNKNOWN.body });
  });

  // The body may be the result of a mutation, unless the status says that nothing is executed.
  test.each([
    [404, 502, 500],
    [302, 502, 500],
    [409, 502, 500],
    [401, 401, 401],
    [429, 429, 429],
    [503, 503, 503],
  ])('that is unknown leaves the status %i to decide: %i, of a mutation %i', async (given, status, ofMutation) => {
    for (const bytes of ['x', 'x'.repeat(2 ** 24 + 1)]) {
      for (const coding of ['zstd', 'gzip']) {
        const headers = { 'content-encoding': coding };
        expect(await sendBytes('GET', given, headers, bytes)).toMatchObject({ status });
        expect(await sendBytes('POST', given, headers, bytes)).toMatchObject({ status: ofMutation });
      }
    }
    expect((await sendBytes('POST', given, {}, Buffer.from([0xff]))).status).toBe(ofMutation);
    // There is nothing to decode.
    expect(await sendBytes('POST', given, { 'content-encoding': 'zstd' }, '')).toMatchObject({ status });
  });

  test('is undone in a refusal as well', async () => {
    const body = gzipSync('{"data":null,"errors":[{"message":"taken","extensions":{"code":"CONFLICT"}}]}');
    expect((await sendBytes('POST', 400, { 'content-encoding': 'gzip' }, body)).status).toBe(409);
  });
});

describe('JSON of a scalar', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  test.each([nested(1000), objects(1000)])('of 1000 levels is read: %.5s', async (json) => {
    for (const [path, value] of [
      ['/any', json],
      ['/text', JSON.stringify(json)],
    ] as const) {
      stub.answer = () => ({ body: `{"data":{"any":${value},"text":${value}}}` });
      const response = await fetch(`${facade.url}/v1${path}`);
      expect([response.status, await response.text()]).toEqual([200, json]);
    }
  });

  test.each([nested(1001), objects(1001), nested(10_000), objects(10_000), nested(1_000_000)])(
    'of more is 502, and leaves the outcome of a mutation unknown: %.5s',
    async (json) => {
      expect(await send('GET', { body: `{"data":{"any":${json}}}` }, '/any')).toEqual(BAD_GATEWAY);
      expect(await send('GET', { body: `{"data":{"text":${JSON.stringify(json)}}}` }, '/text')).toMatchObject({
        status: 502,
      });
      expect(await send('POST', { body: `{"data":{"anything":${json}}}` }, '/any')).toEqual(UNKNOWN);
      expect(await send('GET', { body: `{"data":{"any":[${json},1e400]}}` }, '/any')).toEqual(BAD_GATEWAY);
      expect(await send('GET', { body: `{"data":{"any":[${json},12345678901234567890]}}` }, '/any')).toEqual(
        BAD_GATEWAY,
      );
    },
  );

  test('that is not selected may have any number', async () => {
    const body = `{"data":{"count":1,"other":${nested(10_000)}}}`;
    expect(await send('GET', { body })).toMatchObject({ status: 200, body: 1 });
  });
});

describe('very many errors', () => {
  const errors = (count: number, more: (index: number) => object = () => ({})) =>
    Array.from({ length: count }, (_, index) => ({ message: `m${index}`, ...more(index) }));
  const forbidden = { message: 'no', extensions: { code: 'FORBIDDEN' } };

  test('are read as far as they decide the status', async () => {
    const body = JSON.stringify({ data: null, errors: [...errors(200_000), forbidden] });
    expect(await send('GET', { body })).toMatchObject({ status: 403, body: { error: 'no' } });
    expect(await send('POST', { body })).toMatchObject({ status: 403, body: { error: 'no' } });
    const unknown = { message: 'no', path: ['add', 'x'], extensions: { code: 'TIMEOUT' } };
    const write = JSON.stringify({ data: null, errors: [...errors(200_000), unknown] });
    expect(await send('POST', { body: write })).toEqual(UNKNOWN);
  });

  test('without a code that has a status are internal', async () => {
    const paths = errors(50_000, (index) => ({ path: ['list', index, 'name'], locations: [{ line: 1, column: 9 }] }));
    expect(await send('GET', { body: { data: null, errors: paths } })).toMatchObject({ status: 500 });
  });

  test('of a request that was not valid name the first problems', async () => {
    const { status, body } = await send('GET', { status: 400, body: { errors: errors(200_000) } });
    expect([status, body]).toEqual([
      400,
      {
        error: errors(50)
          .map(({ message }) => message)
          .join('; '),
      },
    ]);
  });

  test('of as many kinds as nobody has are not valid', async () => {
    const kinds = (count: number) => errors(10_000 + count, (index) => ({ extensions: { code: 'FORBIDDEN', index } }));
    expect(await send('GET', { body: { data: null, errors: kinds(1000) } })).toMatchObject({ status: 403 });
    expect(await send('GET', { body: { data: null, errors: kinds(1001) } })).toEqual(BAD_GATEWAY);
    expect(await send('POST', { body: { data: null, errors: kinds(1001) } })).toEqual(UNKNOWN);
  });

  test('are caught up to a number', async () => {
    const answer = (count: number) => ({
      body: {
        data: { page: { list: Array.from({ length: count }, (_, id) => ({ id, name: null })) } },
        errors: errors(count, (index) => ({
          path: ['page', 'list', index, 'name'],
          extensions: { code: 'FORBIDDEN' },
        })),
      },
    });
    const caught = await send('GET', answer(10_000), '/list');
    expect(caught).toMatchObject({ status: 200, body: { list: Array.from({ length: 10_000 }, () => null) } });
    expect(await send('GET', answer(10_001), '/list')).toMatchObject({ status: 403 });
    const { data, errors: found } = answer(10_001).body;
    expect(await send('POST', { body: { data: { change: data.page }, errors: found } }, '/list')).toEqual(UNKNOWN);
  });
});
