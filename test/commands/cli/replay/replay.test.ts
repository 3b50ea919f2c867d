// A replay over HTTP: the old API and the new one are servers that play fixtures.
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Fixture, playFixtures } from './support/playFixtures.ts';
import { type Options, openReplay } from './support/replay.ts';

const { old, current, servers, replay: run, replayText } = await openReplay();
beforeEach(() => {
  for (const server of servers) Object.assign(server, { fixtures: {}, received: [], hold: () => undefined });
});

/** Both APIs have this response to a GET of `/x`. */
function play(before: Fixture, after: Fixture): void {
  old.fixtures['GET /api/v3/x'] = before;
  current.fixtures['GET /x'] = after;
}
const GET_X = [{ method: 'GET', path: '/x' }];

test('each planted difference is a line with the request, the place and both values', async () => {
  old.fixtures = {
    'GET /api/v3/status': { body: { id: 1 } },
    'GET /api/v3/header': { body: {}, headers: { 'cache-control': 'no-store', allow: 'GET' } },
    'GET /api/v3/body?deep=1': { body: { user: { address: { city: 'Bern' }, 'a/b~c': 1 } } },
    'GET /api/v3/order': { body: { items: [{ id: 1 }, { id: 2 }] } },
    'GET /api/v3/missing': { body: { id: 1, name: 'Ada', note: null } },
    'GET /api/v3/added': { body: { list: [1] } },
    'GET /api/v3/same': { body: {}, headers: { link: '</api/v3/a>; rel="next", </api/v3/b>; rel=last' } },
    'GET /api/v3/text': { body: 'one\n', headers: { 'content-type': 'text/plain' } },
    'GET /api/v3': { body: [] },
  };
  current.fixtures = {
    'GET /status': { status: 404, body: { id: 1 } },
    'GET /header': { body: {}, headers: { allow: 'GET, HEAD' } },
    'GET /body?deep=1': { body: { user: { address: { city: 'Basel' }, 'a/b~c': 2 } } },
    'GET /order': { body: { items: [{ id: 2 }, { id: 1 }] } },
    'GET /missing': { body: { id: '1', note: 0 } },
    'GET /added': { body: { list: [1, null] } },
    'GET /same': { body: {}, headers: { link: ['<b>; rel="last"', `<${current.origin}/a>;rel=next`] } },
    'GET /text': { body: 'two\n', headers: { 'content-type': 'text/plain; charset=utf-8' } },
    'GET /': { body: {} },
  };
  const paths = ['/status', '/header', '/body?deep=1', '/order', '/missing', '/added', '/same', '/text', '/api/v3'];
  const { lines, text, code } = await run(paths.map((target) => ({ method: 'get', path: target })));
  expect(lines).toEqual([
    'GET /status status: 200 → 404',
    'GET /header header:Cache-Control: no-store → absent',
    'GET /header header:Allow: GET → GET, HEAD (compatible)',
    'GET /body?deep=1 /user/address/city: "Bern" → "Basel"',
    'GET /body?deep=1 /user/a~1b~0c: 1 → 2',
    'GET /order /items/0/id: 1 → 2',
    'GET /order /items/1/id: 2 → 1',
    'GET /missing /id: 1 → "1"',
    'GET /missing /name: "Ada" → absent',
    'GET /missing /note: null → 0',
    'GET /added /list/1: absent → null',
    'GET /text header:Content-Type: text/plain → text/plain; charset=utf-8',
    'GET /text body: "one\\n" → "two\\n"',
    'GET / body: [] → {}',
  ]);
  expect({ text, code }).toEqual({
    text: '13 differences in 8 of 9 requests.\n1 compatible addition, alone in 0 requests.',
    code: 1,
  });
});

describe('additions', () => {
  const json = { 'content-type': 'application/json' };
  const link = (...all: string[]) => ({ ...json, link: all.map((rel) => `<?${rel}>; rel="${rel}"`).join(', ') });

  test.each<[name: string, before: Fixture, after: Fixture, lines: string]>([
    ['a property', { body: { id: 1 } }, { body: { id: 1, name: 'Ada' } }, '/name: absent → "Ada"'],
    ['null', { body: { id: 1 } }, { body: { id: 1, name: null } }, '/name: absent → null'],
    ['an object', { body: { a: [{ id: 1 }] } }, { body: { a: [{ id: 1, b: { c: 2 } }] } }, '/a/0/b: absent → {"c":2}'],
    ['a property of an error', { status: 404, body: {} }, { status: 404, body: { code: 'X' } }, '/code: absent → "X"'],
    [
      'headers',
      { body: {}, headers: json },
      { body: {}, headers: { ...json, etag: '"a"', 'cache-control': 'no-store', location: '/a' } },
      'header:Location: absent → /a\nheader:ETag: absent → "a"\nheader:Cache-Control: absent → no-store',
    ],
    [
      'a link',
      { body: {}, headers: link('prev') },
      { body: {}, headers: link('first', 'prev') },
      'header:Link: <?prev>; rel="prev" → <?first>; rel="first", <?prev>; rel="prev"',
    ],
    [
      'links',
      { body: {}, headers: json },
      { body: {}, headers: link('first') },
      'header:Link: absent → <?first>; rel="first"',
    ],
    [
      'a method',
      { body: {}, headers: { allow: 'GET' } },
      { body: {}, headers: { allow: 'HEAD, GET' } },
      'header:Allow: GET → HEAD, GET',
    ],
    [
      'a scheme',
      { status: 401, body: {}, headers: { 'www-authenticate': 'Basic realm="a"' } },
      { status: 401, body: {}, headers: { 'www-authenticate': 'Bearer, Basic realm="a"' } },
      'header:WWW-Authenticate: Basic realm="a" → Bearer, Basic realm="a"',
    ],
  ])('are compatible: %s', async (_, before, after, text) => {
    play(before, after);
    const lines = text.split('\n');
    const number = lines.length === 1 ? '1 compatible addition' : `${lines.length} compatible additions`;
    expect(await run(GET_X)).toMatchObject({
      lines: lines.map((line) => `GET /x ${line} (compatible)`),
      text: expect.stringContaining(`0 differences in 0 of 1 request.\n${number}, alone in 1 request.`),
      code: 0,
    });
  });

  test.each<[name: string, before: Fixture, after: Fixture]>([
    ['an item', { body: [1] }, { body: [1, 2] }],
    ['a value for null', { body: { a: null } }, { body: { a: 1 } }],
    ['a property that is removed', { body: { a: null } }, { body: {} }],
    ['a next page', { body: {}, headers: link('prev') }, { body: {}, headers: link('prev', 'next') }],
    ['the only link to a next page', { body: {}, headers: json }, { body: {}, headers: link('next') }],
    ['another link', { body: {}, headers: link('prev') }, { body: {}, headers: link('first') }],
    [
      'a directive',
      { body: {}, headers: { 'cache-control': 'max-age=1' } },
      { body: {}, headers: { 'cache-control': 'max-age=1, private' } },
    ],
    ['a header that is removed', { body: {}, headers: { etag: '"a"' } }, { body: {} }],
    [
      'text',
      { body: 'a', headers: { 'content-type': 'text/plain' } },
      { body: 'ab', headers: { 'content-type': 'text/plain' } },
    ],
  ])('are not all that is more: %s', async (_, before, after) => {
    play(before, after);
    expect((await run(GET_X)).code).toBe(1);
  });

  test('are counted beside differences and equal responses, and can be ignored', async () => {
    const bodies = [
      [{}, {}],
      [{}, { a: 1, b: 2 }],
      [{ a: 1 }, { a: 2, b: 3 }],
    ];
    for (const [index, [before, after]] of bodies.entries()) {
      old.fixtures[`GET /api/v3/${index}`] = { body: before };
      current.fixtures[`GET /${index}`] = { body: after };
    }
    const requests = bodies.map((_, index) => ({ method: 'GET', path: `/${index}` }));
    const found = await run(requests);
    expect(found.text).toBe('1 difference in 1 of 3 requests.\n3 compatible additions, alone in 1 request.');
    expect(found.code).toBe(1);
    const { stdout } = await run(requests, { json: true });
    expect(JSON.parse(stdout)).toEqual({
      requests: 3,
      differing: 1,
      counts: { equal: 1, compatible: 1, different: 1 },
      unauthorized: 0,
      differences: [
        { request: 'GET /1', place: '/a', old: 'absent', new: '1', result: 'compatible' },
        { request: 'GET /1', place: '/b', old: 'absent', new: '2', result: 'compatible' },
        { request: 'GET /2', place: '/a', old: '1', new: '2', result: 'different' },
        { request: 'GET /2', place: '/b', old: 'absent', new: '3', result: 'compatible' },
      ],
      notes: ['3 compatible additions, alone in 1 request.'],
    });
    expect(await run(requests, { ignore: ['/a', '/b'] })).toMatchObject({
      text: '0 differences in 0 of 3 requests.',
      code: 0,
    });
  });
});

describe('credentials of a recording', () => {
  const headers = {
    Authorization: 'Bearer recorded',
    'Proxy-Authorization': 'Basic recorded',
    Cookie: 'session=recorded',
    'X-Api-Key': 'recorded',
    project_id: 'recorded',
    'X-HTTP-Method-Override': 'recorded',
    'If-Match': 'recorded',
    'X-Tenant': 'recorded',
    'Idempotency-Key': 'k1',
  };
  const request = { method: 'GET', path: '/x?a=1&api_key=recorded&page_token=p&%74oken=recorded', headers };

  test('are sent to neither API, and are named', async () => {
    play({ body: 1 }, { body: 1 });
    const { text } = await run([request], { header: ['x-tenant: t1'] });
    for (const { received } of servers) {
      expect(received).toHaveLength(1);
      expect(JSON.stringify(received)).not.toContain('recorded');
      expect(received[0]!.line).toMatch(/\?a=1&page_token=p$/);
      expect(received[0]!.headers).toMatchObject({ 'x-tenant': 't1', 'idempotency-key': 'k1' });
    }
    expect(text).toContain(
      [
        '',
        'Not sent, as credentials: the query parameters api_key, token.',
        'Not sent: the headers authorization, proxy-authorization, cookie, x-api-key, project_id, x-http-method-override, if-match. --header gives those that are needed.',
      ].join('\n'),
    );
  });

  test('are replaced at both by those of --header', async () => {
    await run([request], { header: ['Authorization: Bearer new', 'Cookie: a=b: c'] });
    for (const { received } of servers) {
      expect(received[0]!.headers).toMatchObject({ authorization: 'Bearer new', cookie: 'a=b: c' });
    }
  });

  test('that are missing are said where both respond with 401', async () => {
    play({ status: 401 }, { status: 401 });
    expect((await run(GET_X)).text).toBe('0 differences in 0 of 1 request.\nBoth responded with 401 to 1 request.');
  });
});

test('headers of the connection, the server and earlier responses are not sent as recorded', async () => {
  const recorded = {
    Host: 'api.example.com',
    Connection: 'keep-alive, X-Hop',
    'X-Hop': '1',
    'Keep-Alive': 'timeout=5',
    TE: 'trailers',
    Trailer: 'X-A',
    Upgrade: 'h2c',
    'Transfer-Encoding': 'chunked',
    'Content-Length': '500',
    Expect: '100-continue',
    'Accept-Encoding': 'gzip, br',
    'If-None-Match': '"a"',
    'If-Modified-Since': 'Thu, 26 Nov 2026 08:00:00 GMT',
    Accept: 'application/json',
    'Accept-Language': 'de',
    Prefer: 'return=minimal',
    Range: 'bytes=0-1',
  };
  await run([{ method: 'GET', path: '/x', headers: recorded }]);
  for (const { received, origin } of servers) {
    expect(received[0]!.headers).toEqual({
      host: new URL(origin).host,
      connection: 'keep-alive',
      accept: 'application/json',
      'accept-language': 'de',
      prefer: 'return=minimal',
      range: 'bytes=0-1',
      'accept-encoding': 'identity',
      'user-agent': 'portico',
    });
  }
});

describe('several requests', () => {
  const paths = Array.from({ length: 20 }, (_, index) => `/${index}`);
  const requests = paths.map((target) => ({ method: 'GET', path: target }));
  beforeEach(() => {
    for (const target of paths) current.fixtures[`GET ${target}`] = { body: 1 };
  });

  test('are sent eight at once, and reported in their order', async () => {
    let release = () => {};
    const eighth = new Promise<void>((resolve) => (release = resolve));
    old.hold = (line) => {
      if (old.received.length === 8) release();
      return line === 'GET /api/v3/0' && eighth;
    };
    const { lines } = await run(requests);
    expect(lines.filter((line) => line.includes(' status: '))).toEqual(
      paths.map((target) => `GET ${target} status: 404 → 200`),
    );
  });
});

describe('requests that may write', () => {
  const requests = [
    { method: 'GET', path: '/x' },
    { method: 'POST', path: '/x', body: { name: 'Ada' } },
    { method: 'DELETE', path: '/x' },
    { method: 'QUERY', path: '/x', body: { q: 1 } },
    { method: 'HEAD', path: '/x' },
    { method: 'OPTIONS', path: '/x' },
  ];

  test('are skipped, and counted', async () => {
    const { text, code } = await run(requests);
    for (const { received } of servers) {
      const methods = received.map(({ line }) => line.split(' ')[0]);
      expect(methods.toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS', 'QUERY']);
    }
    for (const { received } of servers) {
      const { headers, body } = received.find(({ line }) => line.startsWith('QUERY'))!;
      expect([headers['content-type'], body]).toEqual(['application/json', '{"q":1}']);
    }
    expect(code).toBe(0);
    expect(text).toBe('0 differences in 0 of 4 requests.\nSkipped 2 requests: may write, and --writes is not given.');
  });

  test('are sent with --writes, to the old API first', async () => {
    const lines: string[] = [];
    for (const server of servers) {
      server.hold = async (line) => {
        lines.push(line);
        await new Promise((resolve) => setImmediate(resolve));
        lines.push(line);
      };
    }
    const { text } = await run(requests, { writes: true });
    expect(text).toBe('0 differences in 0 of 6 requests.');
    const at = (line: string) => [lines.indexOf(line), lines.lastIndexOf(line)];
    // The GET is sent to both at once, before them.
    expect(at('POST /api/v3/x')).toEqual([4, 5]);
    expect(at('POST /x')).toEqual([6, 7]);
    expect(at('DELETE /api/v3/x')).toEqual([8, 9]);
    expect(at('DELETE /x')).toEqual([10, 11]);
    // Others follow one another, too.
    for (const [method, from] of [
      ['QUERY', 12],
      ['HEAD', 16],
      ['OPTIONS', 20],
    ] as const)
      expect(lines.slice(from, from + 4).every((line) => line.startsWith(method))).toBe(true);
    for (const { received } of servers) {
      const { headers, body } = received.find(({ line }) => line.startsWith('POST'))!;
      expect([headers['content-type'], body]).toEqual(['application/json', '{"name":"Ada"}']);
    }
  });
});

test('a HAR of a browser: other origins are skipped, and its Cookie is not sent', async () => {
  const { origin } = old;
  const cookie = { name: 'Cookie', value: 'session=recorded' };
  const entry = (method: string, url: string, more: object = {}) => ({
    startedDateTime: '2026-11-26T08:00:00.000Z',
    request: { method, url, httpVersion: 'http/2.0', headers: [{ name: ':authority', value: 'x' }, cookie], ...more },
    response: { status: 200, content: { text: 'recorded' } },
  });
  const entries = [
    entry('GET', `${origin.replace('://', '://u:p@')}/api/v3/users?page=2#top`),
    entry('GET', 'https://cdn.example.com/logo.png'),
    entry('GET', `${origin}/api/v30/users`),
    entry('GET', `${origin}/assets/x`),
    entry('GET', `${origin.replace('http', 'https')}/api/v3/x`),
    entry('GET', 'http://127.0.0.1:1/api/v3/x', { headers: [{ name: 'no name', value: '' }] }),
    entry('GET', 'data:image/png;base64,AAAA'),
    entry('POST', `${origin}/api/v3/users`, {
      bodySize: 9,
      headers: [cookie, { name: 'content-type', value: 'application/json' }],
      postData: { mimeType: 'application/json', text: '{"id":1}' },
    }),
    entry('POST', `${origin}/api/v3/images`, {
      bodySize: 900,
      postData: { mimeType: 'multipart/form-data', params: [] },
    }),
  ];
  const har = `\uFEFF${JSON.stringify({ log: { version: '1.2', creator: {}, entries } }, null, 2)}`;
  const { text, code } = await replayText(har, { writes: true });
  expect(old.received.map(({ line }) => line)).toEqual(['GET /api/v3/users?page=2', 'POST /api/v3/users']);
  expect(current.received.map(({ line }) => line)).toEqual(['GET /users?page=2', 'POST /users']);
  for (const { received } of servers) {
    expect(JSON.stringify(received)).not.toContain('recorded');
    expect(received[1]).toMatchObject({ body: '{"id":1}', headers: { 'content-type': 'application/json' } });
  }
  expect({ text, code }).toEqual({
    text: [
      '0 differences in 0 of 2 requests.',
      `Skipped 6 requests: not below ${origin}/api/v3.`,
      'Skipped 1 request: recorded without its body.',
      'Not sent: the headers cookie. --header gives those that are needed.',
    ].join('\n'),
    code: 0,
  });
});

test('redirects are compared, and not followed', async () => {
  play(
    { status: 302, headers: { location: '/api/v3/y' } },
    { status: 302, headers: { location: `${old.origin}/api/v3/y` } },
  );
  const { lines } = await run(GET_X);
  expect(lines).toEqual([`GET /x header:Location: /api/v3/y → ${old.origin}/api/v3/y`]);
  expect(servers.map(({ received }) => received.length)).toEqual([1, 1]);
});

test('content codings are no difference', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  play({ body: gzipSync('{"id":1}'), headers }, { body: { id: 1 } });
  expect((await run(GET_X)).code).toBe(0);
  expect((await run([{ method: 'HEAD', path: '/x' }])).code).toBe(0);
});

test('a path that looks like another host is one of the API', async () => {
  const paths = [
    '//evil.example/x',
    '/\\\\evil.example',
    '/@evil.example:80/',
    '/http://evil.example/',
    '/%0d%0aHost:%20evil',
  ];
  await run(paths.map((target) => ({ method: 'GET', path: target })));
  for (const { received, origin } of servers) {
    expect(received.map(({ headers }) => headers.host)).toEqual(paths.map(() => new URL(origin).host));
  }
  const sent = current.received.map(({ line }) => line.slice('GET '.length));
  expect(sent.toSorted()).toEqual(paths.toSorted());
});

test('a read is sent with its body', async () => {
  await run(['GET', 'HEAD'].map((method) => ({ method, path: '/x', body: [1] })));
  for (const { received } of servers) expect(received.map(({ body }) => body)).toEqual(['[1]', '[1]']);
});

test('a response without a body is compared by its status and headers', async () => {
  play({ status: 304, headers: { etag: '"a"' } }, { status: 304, headers: { etag: 'W/"b"' } });
  const { lines } = await run(GET_X, { header: ['If-None-Match: "a"'] });
  expect(lines).toEqual(['GET /x header:ETag: "a" → W/"b"']);
});

test('a body that is too large, or not in its coding, is a difference', async () => {
  const gzip = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const zeros = Buffer.alloc(16 * 1024 * 1024 + 1, ' ');
  play({ body: zeros }, { body: gzipSync(zeros), headers: gzip });
  old.fixtures['GET /api/v3/y'] = { body: '{}', headers: gzip };
  current.fixtures['GET /y'] = { body: gzipSync(zeros.subarray(1)), headers: gzip };
  const { lines } = await run([...GET_X, { method: 'GET', path: '/y' }]);
  expect(lines).toEqual([
    'GET /x status: no response (Response content exceeded max size) → no response (Cannot create a Buffer larger than 16777216 bytes)',
    'GET /y status: no response (incorrect header check) → 200',
  ]);
});

describe('an API that does not respond', () => {
  test.each(['--against', '--to'])('at first: the API of %s cannot be reached', async (option) => {
    const gone = await playFixtures();
    await gone.close();
    const options = option === '--to' ? { to: gone.origin } : { against: gone.origin };
    const { code, stderr } = await run([{ method: 'POST', path: '/x' }], { ...options, writes: true });
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^portico: ${option} ${gone.origin} cannot be reached: .*ECONNREFUSED`));
    // The new API does not get a write that the old one has not got.
    expect(current.received).toEqual([]);
  });

  test('later: that is a difference, also where neither responds', async () => {
    play({ body: 1 }, { body: 1 });
    current.fixtures['GET /new'] = 'destroy';
    Object.assign(old.fixtures, { 'GET /api/v3/both': 'destroy', 'GET /api/v3/new': { body: 1 } });
    current.fixtures['GET /both'] = 'destroy';
    const { lines } = await run(['/x', '/new', '/both'].map((target) => ({ method: 'GET', path: target })));
    expect(lines).toEqual([
      'GET /new status: 200 → no response (other side closed)',
      'GET /both status: no response (other side closed) → no response (other side closed)',
    ]);
  });
});

test('a request that times out is a difference', async () => {
  play({ body: 1 }, { body: 1 });
  const timeout = new AbortController();
  const spy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  // The old API has responded before the new one is sent the request.
  current.hold = () => {
    timeout.abort(new DOMException('Timeout', 'TimeoutError'));
    return new Promise(() => {});
  };
  const { lines } = await run([{ method: 'POST', path: '/x' }], { writes: true });
  expect(lines).toEqual(['POST /x status: 404 → no response (Timeout)']);
  expect(spy).toHaveBeenCalledWith(30_000);
  spy.mockRestore();
});

test.each<[string, Options, string | RegExp]>([
  ['', {}, 'requests has no request to send.'],
  ['{"log":{"entries":[]}}', {}, 'requests has no request to send.'],
  [
    '{"method":"POST","path":"/x"}',
    {},
    'requests has no request to send. Skipped 1 request: may write, and --writes is not given.',
  ],
  ['{"method":"GET","path":"/x"}\n{"method":', {}, /^portico: --requests: requests:2 is not JSON: .+\.\n$/],
  ['[1]', {}, /requests:1: .*expected object/],
  ['{"method":"GET"}', {}, /requests:1: path: /],
  ['{"method":"GET","path":"https://example.com/x"}', {}, 'path: must begin with "/"'],
  ['{"method":"GET","path":"/ü"}', {}, 'be percent-encoded'],
  ['{"method":"G T","path":"/"}', {}, 'method: must be a method such as "GET".'],
  ['{"method":"GET","path":"/","headers":{"a b":"c"}}', {}, 'headers: has a name or a value that cannot be sent.'],
  [
    '{"method":"GET","path":"/","headers":{"a":"b\\r\\nc: d"}}',
    {},
    'headers: has a name or a value that cannot be sent.',
  ],
  ['{"method":"GET","path":"/","headers":{"a":1}}', {}, 'headers.a: '],
  ['{"log":{}}', {}, 'log.entries: '],
  ['{"log":{"entries":[{"request":{"method":"GET","url":"x"}}]}}', {}, /requests: log\.entries\.0\.request\.url: /],
  ['', { requests: 'nowhere' }, /^portico: --requests: the file nowhere cannot be read\. ENOENT/],
  ['', { requests: '.' }, /cannot be read\. EISDIR/],
  ['', { against: 'api.example.com' }, '--against must be the base URL of an API'],
  ['', { to: 'ftp://example.com' }, '--to must be the base URL of an API'],
  ['', { to: 'http://a:b@example.com' }, 'without credentials'],
  ['', { to: 'http://example.com?a' }, 'query'],
  ['', { ignore: ['items'] }, '--ignore must be a JSON pointer'],
  ['', { ignore: ['/a~2'] }, '--ignore must be a JSON pointer'],
  ['', { ignore: ['header:'] }, '--ignore must be a JSON pointer'],
  ['', { header: ['Authorization'] }, '--header must be "Name: value".'],
  ['', { header: ['Connection: close'] }, '--header must be a header that can be set'],
])('the recording %j with %j is a usage error', async (text, options, message) => {
  const { code, stdout, stderr } = await replayText(text, options);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toEqual(
    typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
  );
  expect(servers.flatMap(({ received }) => received)).toEqual([]);
});
