import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { exchangeBytes } from '../../library/support/exchangeBytes.ts';
import { startToyServer, type ToyServer } from '../support/toyServer.ts';

let server: ToyServer;
beforeAll(async () => {
  server = await startToyServer();
});
beforeEach(() => {
  server.log.length = 0;
  server.ran.length = 0;
});
afterAll(() => server.close());

async function send(body: unknown, headers: Record<string, string> = {}, url = server.url) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer none', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as unknown };
}

const errorOf = (code: string, message: string | RegExp) => ({
  errors: [
    expect.objectContaining({
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      extensions: expect.objectContaining({ code }),
    }),
  ],
});

/** Recursive fragments, each with two spreads. */
const rings = (length: number) =>
  Array.from(
    { length },
    (_, n) => `fragment R${n} on Query { self { self { ...R${(n + 1) % length} ...R${(n + 37) % length} } } }`,
  );

const chain = (length: number) =>
  Array.from({ length }, (_, n) => `fragment F${n} on Query { self { ...F${n + 1} } }`).join(' ') +
  ` fragment F${length} on Query { hello }`;

describe('GraphQL', () => {
  it('responds to a query with no-store', async () => {
    const { status, headers, json } = await send({
      query: 'query ($n: String) { hello(name: $n) caller }',
      variables: { n: 'you' },
    });
    expect([status, json]).toEqual([200, { data: { hello: 'Hello you', caller: 'ada' } }]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toBe('Accept');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('etag')).toBeNull();
  });

  it('responds to a query by GET', async () => {
    const query = new URLSearchParams({ query: '{ hello(name: "you") }' });
    const answer = await fetch(`${server.url}/graphql?${query}`, { headers: { authorization: 'Bearer none' } });
    expect([answer.status, await answer.json()]).toEqual([200, { data: { hello: 'Hello you' } }]);
  });

  it('responds to HEAD as to GET, without the body', async () => {
    const query = new URLSearchParams({ query: '{ hello(name: "you") }' });
    const ask = (method: string) =>
      fetch(`${server.url}/graphql?${query}`, { method, headers: { authorization: 'Bearer none' } });
    const [head, get] = [await ask('HEAD'), await ask('GET')];
    const shown = ({ status, headers }: Response) => [
      status,
      ...['content-type', 'content-length', 'vary'].map((name) => headers.get(name)),
    ];
    expect([shown(head), await head.text()]).toEqual([shown(get), '']);
    expect(head.status).toBe(200);
    expect(server.log.map(({ method }) => method)).toContain('HEAD');
  });

  it('runs no mutation by GET', async () => {
    const query = new URLSearchParams({ query: 'mutation { write }' });
    const answer = await fetch(`${server.url}/graphql?${query}`, { headers: { authorization: 'Bearer secret:write' } });
    expect([answer.status, answer.headers.get('allow'), server.ran]).toEqual([405, 'POST', []]);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('refuses %s with 405 before authentication', async (method) => {
    const answer = await fetch(`${server.url}/graphql`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });

  it('lists its methods for OPTIONS', async () => {
    const answer = await fetch(`${server.url}/graphql`, { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });

  it('requires credentials before it reads anything else', async () => {
    const { status, headers, json } = await send('nonsense', { authorization: '', 'content-type': 'text/plain' });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="toy"');
    expect(json).toEqual({ errors: [{ message: 'Who?', extensions: { code: 'UNAUTHENTICATED' } }] });
  });

  it.each<[string, unknown, Record<string, string>, number, string]>([
    ['another media type', '{ hello }', { 'content-type': 'application/graphql' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['malformed JSON', '{', {}, 400, 'BAD_REQUEST'],
    ['no body', '', {}, 400, 'BAD_REQUEST'],
    ['a list', [{ query: '{ hello }' }], {}, 400, 'BAD_REQUEST'],
    ['too large a body', JSON.stringify({ query: ' '.repeat(1024 * 1024) }), {}, 413, 'CONTENT_TOO_LARGE'],
    ['no query', { variables: {} }, {}, 400, 'BAD_REQUEST'],
    ['a syntax error', { query: '{' }, {}, 400, 'GRAPHQL_PARSE_FAILED'],
    ['too many tokens', { query: `{ ${'hello '.repeat(6000)} }` }, {}, 400, 'GRAPHQL_PARSE_FAILED'],
    ['deep nesting', { query: '{a'.repeat(100_000) }, {}, 400, 'GRAPHQL_PARSE_FAILED'],
    [
      'too deep nesting',
      { query: `{ ${'self { '.repeat(20)} hello ${'} '.repeat(20)} }` },
      {},
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'too many aliases',
      { query: `{ ${Array.from({ length: 60 }, (_, n) => `a${n}: hello`).join(' ')} }` },
      {},
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'too large an answer',
      { query: '{ list(first: 1000) { list(first: 1000) { hello } } }' },
      {},
      400,
      'BAD_USER_INPUT',
    ],
    ['a long chain of fragments', { query: `{ ...F0 } ${chain(450)}` }, {}, 400, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'fragments that lead back to themselves',
      {
        query: `{ ${rings(100)
          .map((_, n) => `...R${n}`)
          .join(' ')} } ${rings(100).join(' ')}`,
      },
      {},
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a subscription', { query: 'subscription { __typename }' }, {}, 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown field', { query: '{ nothing }' }, {}, 400, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'an unknown operation',
      { query: 'query A { hello }', operationName: 'B' },
      {},
      400,
      'OPERATION_RESOLUTION_FAILURE',
    ],
    [
      'a variable of the wrong type',
      { query: 'query ($n: String) { hello(name: $n) }', variables: { n: 1 } },
      {},
      400,
      'BAD_USER_INPUT',
    ],
    ['only media types that are not made here', { query: '{ hello }' }, { accept: 'text/html' }, 406, 'BAD_REQUEST'],
  ])('refuses %s', async (_, body, headers, status, code) => {
    const answer = await send(body, headers);
    expect([answer.status, answer.json]).toEqual([status, errorOf(code, /./)]);
    expect(server.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it('caches nothing for operation names that are not in the document', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const name = 'B'.repeat(1_000_000);
    const ask = (n: number) => send({ query: 'query A { hello }', operationName: `${n}${name}` });
    await ask(0);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let n = 1; n <= 40; n++) await ask(n);
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  });

  it('caches the documents of recent requests up to a total size', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { operations } = server;
    operations.length = 0;
    const ask = (n: number) => send({ query: `{ hello(name: "${n}${'x'.repeat(10_000)}") }` });
    for (let n = 0; n < 60; n++) await ask(n);
    await ask(59);
    // A WeakRef holds on to what it refers to until the end of the turn in which it was read.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    const kept = operations.map((operation) => operation.deref());
    expect(kept.slice(0, 20).filter(Boolean)).toEqual([]);
    expect(kept[59]).toBeDefined();
    expect(kept[60]).toBe(kept[59]);
  });

  it('refuses an operation without the required scope before it is executed', async () => {
    const { status, headers, json } = await send({ query: '{ hello secret }' });
    expect([status, server.ran]).toEqual([403, []]);
    expect(json).toEqual({
      errors: [{ message: 'The scope "secret:read" is required.', extensions: { code: 'FORBIDDEN' } }],
    });
    expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="secret:read"');
    expect((await send({ query: 'mutation { write }' }, { authorization: 'Bearer secret:read' })).status).toBe(403);
    expect(server.ran).toEqual([]);
  });

  it('accepts a caller with the scope after it has refused another', async () => {
    for (const [scope, status] of [
      ['none', 403],
      ['secret:read', 200],
      ['none', 403],
    ] as const) {
      const query = 'query Both($x: Boolean = true) { hello secret @include(if: $x) }';
      expect((await send({ query }, { authorization: `Bearer ${scope}` })).status).toBe(status);
      expect((await send({ query, variables: { x: false } }, { authorization: `Bearer ${scope}` })).status).toBe(200);
    }
  });

  it('checks the scopes of the selected operation of several', async () => {
    const query = 'query A { hello } query B { secret }';
    expect((await send({ query, operationName: 'A' })).status).toBe(200);
    expect((await send({ query, operationName: 'B' })).status).toBe(403);
  });

  it('passes on the ServiceErrors of resolvers', async () => {
    const { status, json } = await send({ query: '{ refused hello(name: "you") }' });
    expect(status).toBe(200);
    expect(json).toEqual({
      errors: [
        {
          message: 'Not like this.',
          locations: [{ line: 1, column: 3 }],
          path: ['refused'],
          extensions: { code: 'BAD_USER_INPUT', problems: [{ field: 'a', message: 'is b' }] },
        },
      ],
      data: { refused: null, hello: 'Hello you' },
    });
  });

  it.each(['broken', 'missing'])('hides internal errors, and logs them: %s', async (field) => {
    const { headers, json } = await send({ query: `{ ${field} }` });
    expect(json).toMatchObject({
      errors: [
        {
          message: 'Internal server error; it has been logged.',
          path: [field],
          extensions: { code: 'INTERNAL_SERVER_ERROR' },
        },
      ],
    });
    expect(JSON.stringify(json)).not.toMatch(/hunter2|stack|nullable/);
    const line = server.log.find(({ msg }) => msg === 'request failed');
    expect(line).toMatchObject({ requestId: headers.get('x-request-id'), path: '/graphql', level: 50 });
    expect(JSON.stringify(line)).toMatch(/hunter2|non-nullable/);
  });

  it('logs an internal error with method and path of the request', async () => {
    const based = await startToyServer({ basePath: '/api' });
    const query = new URLSearchParams({ query: '{ broken }' });
    await fetch(`${based.url}/graphql?${query}`, { headers: { authorization: 'Bearer none' } });
    expect(based.log.find(({ msg }) => msg === 'request failed')).toMatchObject({
      method: 'GET',
      path: '/api/graphql',
    });
    await based.close();
  });

  it('gives up after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const query = encodeURIComponent('{ stuck }');
      const answer = server.raw(
        `GET /graphql?query=${query} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer none\r\nConnection: close\r\n\r\n`,
      );
      while (!server.ran.includes('stuck')) await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(30_000);
      expect(await answer).toMatch(/^HTTP\/1\.1 504 [^]*"code":"TIMEOUT"/);
    } finally {
      vi.useRealTimers();
    }
  });

  it('logs the cause of UNAVAILABLE', async () => {
    const { json } = await send({ query: '{ gone }' });
    expect(json).toMatchObject(errorOf('UNAVAILABLE', 'Later.'));
    expect(JSON.stringify(server.log)).toContain('hunter2');
  });

  it('is 500 when authentication fails internally, and hides the error', async () => {
    const { status, json } = await send({ query: '{ hello }' }, { authorization: 'Bearer broken' });
    expect([status, json]).toEqual([500, errorOf('INTERNAL_SERVER_ERROR', /^Internal server error/)]);
    expect(JSON.stringify(server.log)).toContain('hunter2');
  });

  it('has no landing page', async () => {
    const answer = await fetch(`${server.url}/graphql`, {
      headers: { accept: 'text/html', authorization: 'Bearer none' },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([406, 'application/json; charset=utf-8']);
  });

  it('allows introspection only where it is enabled', async () => {
    const closed = await startToyServer({ introspection: false });
    const query = '{ __schema { queryType { name } } }';
    expect(await send({ query })).toMatchObject({
      status: 200,
      json: { data: { __schema: { queryType: { name: 'Query' } } } },
    });
    expect(await send({ query }, {}, closed.url)).toMatchObject({ status: 400 });
    await closed.close();
  });

  it.each<[string, object]>([
    ['a literal', { query: '{ feel(mood: HAPY) }' }],
    ['a variable', { query: 'query ($mood: Mood) { feel(mood: $mood) }', variables: { mood: 'HAPY' } }],
  ])('suggests the value of an enum for %s only with introspection', async (_, body) => {
    const closed = await startToyServer({ introspection: false });
    const [open, hidden] = [await send(body), await send(body, {}, closed.url)];
    await closed.close();
    expect([open.status, JSON.stringify(open.json)]).toEqual([400, expect.stringContaining('Did you mean')]);
    expect([hidden.status, JSON.stringify(hidden.json)]).toEqual([400, expect.stringContaining('HAPY')]);
    expect(JSON.stringify(hidden.json)).not.toMatch(/did you mean|HAPPY/i);
  });
});

it('ignores conditional request headers, because responses have no entity tag', async () => {
  const head = 'GET /graphql?query=%7B__typename%7D HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
  const port = Number(new URL(server.url).port);
  const answer = await exchangeBytes(port, `${head}Authorization: Bearer none\r\nIf-None-Match: *\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 200 [^]*\{"data":\{"__typename":"Query"\}\}/);
});

describe('a body that is refused before it comes', () => {
  const LARGE = 'Content-Length: 10000000\r\n';
  const EXPECT = 'Expect: 100-continue\r\nContent-Length: 3\r\n';

  it.each([
    ['is too large', `Authorization: Bearer x\r\nContent-Type: application/json\r\n${LARGE}`, 413],
    ['a client without credentials would send', EXPECT, 401],
    ['is no JSON', `${EXPECT}Authorization: Bearer x\r\nContent-Type: text/plain\r\n`, 415],
  ])('because it %s ends the connection, without 100 (Continue)', async (_, headers, status) => {
    const answer = await server.raw(`POST /graphql HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
    expect(answer.match(/^HTTP\/1\.1 \d{3}/gm)).toEqual([`HTTP/1.1 ${status}`]);
    expect(answer).toMatch(/^connection: close\r$/im);
    if (status !== 413) return;
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
      errors: [
        { message: 'The body must not be larger than 1048576 bytes.', extensions: { code: 'CONTENT_TOO_LARGE' } },
      ],
    });
  });
});
