// Requests that are wrong whatever their path is, as bytes: the one error body, and the end of the connection where the next request would not be found.
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPortico } from '../../../src/gateway/index.ts';
import { exchangeBytes } from '../support/exchangeBytes.ts';
import { folderOf } from '../support/folderOf.ts';
import { type Server, startServer } from '../support/startServer.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer({ graphql: { handle: (_, response) => void response.end('{"data":{}}') } });
});
afterAll(() => server.close());

/** One response taken apart, with what changes from run to run cut down to whether it is well-formed. */
function parse(text: string) {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) =>
      field
        .toLowerCase()
        .split(/: (.*)/)
        .slice(0, 2),
    ),
  ) as Record<string, string>;
  expect(Date.parse(headers['date'] ?? '')).not.toBeNaN();
  expect(headers['x-request-id']).toMatch(/^[\w.-]+$/);
  delete headers['date'];
  delete headers['x-request-id'];
  return { line, headers, body: rest.join('\r\n\r\n') };
}

const refusal = (status: string, error: string, headers: Record<string, string> = {}) => {
  const body = JSON.stringify({ error });
  return {
    line: `HTTP/1.1 ${status}`,
    headers: {
      'content-type': 'application/json',
      'content-length': `${body.length}`,
      vary: 'accept',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
      ...headers,
    },
    body,
  };
};

const host = 'Host: a\r\n';
const last = 'Connection: close\r\n';
/** A request with a Host and these lines, behind which its connection would stay open. */
const get = (lines = '') => `GET / HTTP/1.1\r\n${host}${lines}\r\n`;
const post = (lines = '', body = '') => `POST /a HTTP/1.1\r\n${host}${lines}\r\n${body}`;
const coding = (value: string) => `Transfer-Encoding: ${value}\r\n`;

const bad = (message: string) => refusal('400 Bad Request', message);
const malformed = bad('The request is not valid HTTP/1.1.');
const notImplemented = (message: string) => refusal('501 Not Implemented', message);
const otherMethod = (method: string) => notImplemented(`The method ${method} is not implemented.`);
const otherCoding = notImplemented('Transfer-Encoding must be chunked; other transfer codings are not implemented.');
const oldCoding = bad('Transfer-Encoding is not allowed in HTTP/1.0.');
const otherVersion = (version: string) =>
  refusal(
    '505 HTTP Version Not Supported',
    `HTTP/${version} is not supported; the supported versions are HTTP/1.1 and HTTP/1.0.`,
  );
const otherScheme = bad('The request target must be a path, or a URL of http or https.');
const hosts = (count: number) => bad(`Host must be given exactly once, not ${count} times.`);
const once = (name: string) => bad(`${name} must be given only once.`);
const tooLarge = (message: string) => refusal('431 Request Header Fields Too Large', message);
const tooLong = tooLarge('The request line and headers must not be larger than 16 KiB together.');

it.each<[string, string, ReturnType<typeof refusal>]>([
  ['bytes that are no HTTP', 'nonsense\r\n\r\n', malformed],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', otherVersion('2.0')],
  ['HTTP/2.0', `GET / HTTP/2.0\r\n${host}\r\n`, otherVersion('2.0')],
  ['HTTP/2.0 with a body', `POST / HTTP/2.0\r\nContent-Length: 1\r\n\r\na`, otherVersion('2.0')],
  ['HTTP/2.0 for GraphQL', `GET /graphql HTTP/2.0\r\n${host}\r\n`, otherVersion('2.0')],
  ['HTTP/3.0', `GET / HTTP/3.0\r\n${host}\r\n`, otherVersion('3.0')],
  ['HTTP/3.0 behind an empty line', `\r\nGET / HTTP/3.0\r\n${host}\r\n`, otherVersion('3.0')],
  ['HTTP/0.9', `GET / HTTP/0.9\r\n\r\n`, otherVersion('0.9')],
  ['no version, as in HTTP/0.9', `GET /\r\n\r\n`, otherVersion('0.9')],
  ['HTTP/1.2, which Node does not parse', `GET / HTTP/1.2\r\n${host}\r\n`, otherVersion('1.2')],
  ['a version that is none', `GET / HTTP/1\r\n${host}\r\n`, malformed],
  ['a version with two digits', `GET / HTTP/1.10\r\n${host}\r\n`, malformed],
  ['a version with two digits before the dot', `GET / HTTP/10.0\r\n${host}\r\n`, malformed],
  ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', malformed],
  ['a header without a colon', get('nonsense\r\n'), malformed],
  ['a space in the target', `GET /a b HTTP/1.1\r\n${host}\r\n`, malformed],
  ['two lengths', post('Content-Length: 1\r\nContent-Length: 2\r\n', 'a'), malformed],
  ['a length and chunks', post(`Content-Length: 1\r\n${coding('chunked')}`, 'a'), malformed],
  ['a length that is no number', post('Content-Length: x\r\n'), malformed],
  ['a chunk that is none', post(coding('chunked'), 'nonsense\r\n'), malformed],
  [
    'too large chunk extensions',
    post(coding('chunked'), `1;${'x'.repeat(20_000)}`),
    refusal('413 Payload Too Large', 'The chunk extensions of the body must not be larger than 16 KiB.'),
  ],
  ['too many headers', get(`X: ${'a'.repeat(20_000)}\r\n`), tooLong],
  ['too long a target', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, tooLong],
  [
    'more header lines than it reads',
    get(`${'a:\r\n'.repeat(2_000)}Authorization: Bearer a\r\n`),
    tooLarge('The request has 2002 header lines; the maximum is 2000.'),
  ],
  ['no host', `GET / HTTP/1.1\r\n${last}\r\n`, hosts(0)],
  ['no host for GraphQL', `GET /graphql HTTP/1.1\r\n${last}\r\n`, hosts(0)],
  ['two hosts', get(`hOST: b\r\n${last}`), hosts(2)],
  ['two hosts in HTTP/1.0', `GET / HTTP/1.0\r\n${host}${host}\r\n`, hosts(2)],
  ...['http://[/graphql', 'ftp://a/health/live', 'ws://a/', 'file:///graphql'].map(
    (target): [string, string, ReturnType<typeof refusal>] => [
      `the target ${target}`,
      `GET ${target} HTTP/1.1\r\n${host}${last}\r\n`,
      otherScheme,
    ],
  ),
  ['a target with credentials', `GET http://ada@a/health/live HTTP/1.1\r\n${host}${last}\r\n`, otherScheme],
  ['a target without a host', `GET http:///health/live HTTP/1.1\r\n${host}${last}\r\n`, otherScheme],
  ['a target with another port', `GET http://a:99999/ HTTP/1.1\r\n${host}${last}\r\n`, otherScheme],
  ['a body in another transfer coding', post(coding('gzip, chunked'), '0\r\n\r\n'), otherCoding],
  ['a body in gzip alone', post(coding('gzip'), 'abc'), otherCoding],
  ['identity', post(coding('identity'), 'abc'), otherCoding],
  ['an unknown transfer coding', post(coding('xchunked')), otherCoding],
  ['chunked with a parameter', post(coding('chunked;q=1')), otherCoding],
  ['a transfer coding of GET', get(coding('gzip')), otherCoding],
  ['a transfer coding of GraphQL', `POST /graphql HTTP/1.1\r\n${host}${coding('gzip')}\r\n`, otherCoding],
  ['a transfer coding of a client that waits', post(`${coding('gzip')}Expect: 100-continue\r\n`), otherCoding],
  ['what follows a transfer coding', post(coding('gzip'), get()), otherCoding],
  ['a length and a transfer coding', post(`Content-Length: 3\r\n${coding('gzip')}`, 'abc'), malformed],
  [
    'a transfer coding in HTTP/1.0',
    `POST / HTTP/1.0\r\n${host}Connection: keep-alive\r\n${coding('gzip')}\r\n`,
    oldCoding,
  ],
  ['chunks that are not the last coding', post(coding('chunked, gzip')), malformed],
  ['chunks in chunks', post(coding('chunked, chunked'), '0\r\n\r\n'), malformed],
  ['chunks in HTTP/1.0', `POST / HTTP/1.0\r\n${host}${coding('chunked')}\r\n0\r\n\r\n`, oldCoding],
  ['two credentials', get(`${last}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n`), once('Authorization')],
  [
    'the same credentials twice',
    get(`${last}Authorization: Bearer a\r\nauthorization: Bearer a\r\n`),
    once('Authorization'),
  ],
  [
    'two credentials for GraphQL',
    `GET /graphql HTTP/1.1\r\n${host}${last}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`,
    once('Authorization'),
  ],
  [
    'two types of one body',
    post(`${last}Content-Type: application/json\r\nCONTENT-TYPE: text/plain\r\nContent-Length: 0\r\n`),
    once('Content-Type'),
  ],
  ['a method that nobody knows', `FOO /a?b HTTP/1.1\r\n${host}\r\n`, otherMethod('FOO')],
  ['a method in lower case', `get / HTTP/1.1\r\n${host}\r\n`, otherMethod('get')],
  ['a method that begins like one that is known', `GETS / HTTP/1.0\r\n\r\n`, otherMethod('GETS')],
  ['a method of another protocol', `DESCRIBE / HTTP/1.1\r\n${host}\r\n`, otherMethod('DESCRIBE')],
  ['a longer one than that', `DESCRIBEX rtsp://a HTTP/1.1\r\n${host}\r\n`, otherMethod('DESCRIBEX')],
  ['a longer one than UNSUBSCRIBE', `UNSUBSCRIBEX / HTTP/1.1\r\n${host}\r\n`, otherMethod('UNSUBSCRIBEX')],
  ['a method of 100 characters', `${'F'.repeat(100)} / HTTP/1.1\r\n${host}\r\n`, otherMethod('F'.repeat(100))],
  ['a method of 101 characters', `${'F'.repeat(101)} / HTTP/1.1\r\n${host}\r\n`, malformed],
  ['a method that is no token', `F(O / HTTP/1.1\r\n${host}\r\n`, malformed],
  ['an unknown method in another version of HTTP', `FOO / HTTP/2.0\r\n${host}\r\n`, otherVersion('2.0')],
  ['that of another protocol as well', `DESCRIBE / HTTP/3.0\r\n${host}\r\n`, otherVersion('3.0')],
  ['an unknown method without a target', `FOO HTTP/1.1\r\n${host}\r\n`, malformed],
  ['an unknown method with two spaces', `FOO  /a HTTP/1.1\r\n${host}\r\n`, malformed],
  [
    'an expectation that HTTP does not know',
    post(`${last}Expect: miracles\r\nContent-Length: 0\r\n`),
    refusal('417 Expectation Failed', 'The only supported expectation is 100-continue.'),
  ],
  [
    'a tunnel',
    `CONNECT a:443 HTTP/1.1\r\n${host}\r\n`,
    refusal('405 Method Not Allowed', 'CONNECT is not supported; this is not a proxy.', {
      allow: 'get, head, post, put, patch, delete, options',
    }),
  ],
])('refuses %s with the one error body', async (_, text, expected) => {
  expect(parse(await server.raw(text))).toEqual(expected);
});

it.each([
  ['a space', 'a b'],
  ['credentials', 'ada@a'],
  ['a path', 'a/b'],
  ['a query', 'a?b'],
  ['a fragment', 'a#b'],
  ['a scheme', 'http://a'],
  ['a port that is no number', 'a:http'],
  ['a port that is too large', 'a:65536'],
  ['two ports', 'a:1:2'],
  ['a list', 'a, b'],
  ['IPv6 without brackets', '::1'],
  ['an IPv6 address that is none', '[::1::2]'],
  ['a bracket that is not closed', '[::1'],
  ['something behind the brackets', '[::1]a'],
  ['a zone', '[fe80::1%eth0]'],
  ['a version that is no number', '[vg.a]'],
  ['half a percent-encoding', 'a%2'],
  ['a backslash', 'a\\b'],
  ['a byte that is no ASCII', 'caf\xe9'],
  ['a control character', 'a\tb'],
  ['nothing', ''],
])('refuses a Host with %s', async (_, value) => {
  const expected = refusal('400 Bad Request', 'Host must be a host name or an IP address, with or without a port.');
  expect(parse(await server.raw(`GET / HTTP/1.1\r\nHost: ${value}\r\n${last}\r\n`))).toEqual(expected);
});

it.each([
  'a',
  'A.example',
  'a:80',
  'a:',
  'xn--caf-dma.example',
  '127.0.0.1:4000',
  '[::1]',
  '[::1]:80',
  '[v1.a:b]',
  "a!$&'()*+,;=b~c",
  'a_b',
  'a%20b',
])('takes the Host %s', async (value) => {
  const text = `GET /a HTTP/1.1\r\nHost: ${value}\r\n${last}\r\n`;
  expect(parse(await server.raw(text))).toMatchObject({ line: 'HTTP/1.1 200 OK' });
});

it('takes chunks in any case', async () => {
  const text = `POST /a HTTP/1.1\r\n${host}${last}${coding('  Chunked ')}\r\n1\r\na\r\n0\r\n\r\n`;
  expect(parse(await server.raw(text))).toMatchObject({ line: 'HTTP/1.1 200 OK' });
});

it('takes a Content-Type that is repeated as it is', async () => {
  const type = 'Content-Type: application/json\r\n';
  const text = `POST /a HTTP/1.1\r\n${host}${last}${type}${type}Content-Length: 1\r\n\r\n1`;
  expect(parse(await server.raw(text))).toMatchObject({ line: 'HTTP/1.1 200 OK' });
});

it('reads the last of 2,000 header lines', async () => {
  const refusing = await startServer({
    rest: async ({ headers }) => ({ status: headers.authorization ? 204 : 401, headers: {}, body: null }),
  });
  const lines = `${'a:\r\n'.repeat(1_997)}Authorization: Bearer a\r\n`;
  expect(await refusing.raw(`GET /a HTTP/1.1\r\n${host}${last}${lines}\r\n`)).toMatch(/^HTTP\/1\.1 204 /);
  await refusing.close();
});

it('refuses an unknown method behind another request on its connection', async () => {
  const answers = await server.raw(
    `POST /a HTTP/1.1\r\n${host}Content-Length: 1\r\n\r\n FOO / HTTP/1.1\r\n${host}\r\n`,
  );
  expect(answers.match(/HTTP\/1\.1 \d.*/g)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 501 Not Implemented']);
});

it('answers with a problem document where that is preferred', async () => {
  const text = `POST / HTTP/1.1\r\n${host}${last}Accept: application/problem+json\r\nExpect: miracles\r\nX-Request-Id: abc\r\n\r\n`;
  const { line, headers, body } = parse(await server.raw(text));
  expect([line, headers['content-type']]).toEqual(['HTTP/1.1 417 Expectation Failed', 'application/problem+json']);
  expect(JSON.parse(body)).toMatchObject({ status: 417, code: 'EXPECTATION_FAILED', requestId: 'abc' });
});

it.each([
  ['a malformed one', 'nonsense\r\n\r\n', '400 Bad Request'],
  ['a tunnel', `CONNECT a:443 HTTP/1.1\r\n${host}\r\n`, '405 Method Not Allowed'],
  [
    'one whose body breaks',
    `POST /a HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`,
    '400 Bad Request',
  ],
  [
    'one in another transfer coding',
    `POST / HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\nGET / HTTP/1.1\r\n${host}\r\n`,
    '501 Not Implemented',
  ],
  ['one in another version', `GET / HTTP/2.0\r\n${host}\r\n`, '505 HTTP Version Not Supported'],
  ['one in a version that Node does not parse', `GET / HTTP/3.0\r\n\r\n`, '505 HTTP Version Not Supported'],
])('answers the request before %s first', async (_, second, status) => {
  const slow = await startServer({
    rest: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return { status: 204, headers: {}, body: null };
    },
  });
  const answers = await slow.raw(`GET /a HTTP/1.1\r\n${host}\r\n${second}`);
  expect(answers.match(/^HTTP\/1\.1 .*$/gm)).toEqual(['HTTP/1.1 204 No Content', `HTTP/1.1 ${status}`]);
  await slow.close();
});

it('logs a request whose body breaks as it was answered', async () => {
  const answer = await server.raw(`POST /broken HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`);
  const requestId = /^x-request-id: (.*)$/m.exec(answer)?.[1]?.trim();
  await expect
    .poll(() => server.log.filter(({ path }) => path === '/broken'))
    .toEqual([expect.objectContaining({ msg: 'request', status: 400, requestId })]);
});

it('logs a refused version as a request, and not as a failure', async () => {
  await server.raw(`GET /old HTTP/0.9\r\n\r\n`);
  await expect
    .poll(() => server.log.filter(({ path }) => path === '/old'))
    .toEqual([expect.objectContaining({ msg: 'request', status: 505 })]);
});

it('answers a client that goes on sending a body in another transfer coding', async () => {
  const text = `POST / HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\n`;
  const answers = await server.rawInTurn([text, 'a'.repeat(1024 * 1024)]);
  expect(parse(answers)).toEqual(otherCoding);
});

it('answers once when the body breaks of a request that was answered without it', async () => {
  const quick = await startServer({ rest: async () => ({ status: 204, headers: {}, body: null }) });
  const text = `POST /a HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`;
  const answers = await quick.rawInTurn([text, 'nonsense\r\n']);
  expect(answers.match(/^HTTP\/1\.1 .*$/gm)).toEqual(['HTTP/1.1 204 No Content']);
  await quick.close();
});

it('serves a request that offers an upgrade as the request it is', async () => {
  const text = `GET /a HTTP/1.1\r\n${host}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`;
  const { line, body } = parse(await server.raw(text));
  expect(line).toBe('HTTP/1.1 200 OK');
  expect(JSON.parse(body)).toEqual({ method: 'GET', target: '/a', size: 0 });
});

it('serves HTTP/1.0 without a host, whatever it expects', async () => {
  expect(parse(await server.raw('GET /a HTTP/1.0\r\nExpect: miracles\r\n\r\n'))).toMatchObject({
    line: 'HTTP/1.1 200 OK',
  });
  expect(parse(await server.raw('GET /a HTTP/1.0\r\n\r\n'))).toMatchObject({ line: 'HTTP/1.1 200 OK' });
});

it('leaves nothing to express', async () => {
  // Parsers of URLs disagree on such targets; whatever they make of them, the answer is JSON.
  for (const target of ['http://a^b/graphql', 'http://a|b/graphql', '//graphql', '/graphql?#', 'http:///graphql']) {
    expect(await server.raw(`GET ${target} HTTP/1.1\r\n${host}${last}\r\n`)).toContain('application/json');
  }
});

it.each(['http://a', 'HTTPS://[::1]:443'])('serves a target in absolute form: %s', async (origin) => {
  const live = await server.raw(`GET ${origin}/health/live HTTP/1.1\r\n${host}${last}\r\n`);
  expect(parse(live)).toMatchObject({ line: 'HTTP/1.1 200 OK', body: '{"status":"ok"}' });
});

it('answers OPTIONS * with what it can do at all', async () => {
  expect(parse(await server.raw(`OPTIONS * HTTP/1.1\r\n${host}${last}\r\n`))).toEqual({
    line: 'HTTP/1.1 204 No Content',
    headers: {
      allow: 'get, head, post, put, patch, delete, options',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    },
    body: '',
  });
});

describe('a server of node:http of the host', () => {
  const schema = buildSchema('type Query { a: String }');
  schema.getQueryType()!.getFields()['a']!.resolve = () => 'a';
  const document = 'query a @endpoint(method: GET, path: "/a") { a }';
  const { handler } = createPortico({ schema, endpoints: folderOf({ 'v1/a.graphql': document }) });

  it.each<[number | null | undefined, number, number]>([
    [10, 9, 200],
    [10, 10, 431],
    [10, 30, 431],
    [null, 999, 200],
    [undefined, 999, 200],
    [undefined, 1000, 431],
    [undefined, 1500, 431],
    [0, 2000, 200],
    [0, 2001, 431],
  ])('that reads %j header lines: of %i lines, the response is %i', async (max, count, status) => {
    const own = createServer(handler);
    if (max !== undefined) own.maxHeadersCount = max;
    await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
    const lines = `Host: a\r\nConnection: close\r\n${'X: 1\r\n'.repeat(count - 2)}`;
    const { port } = own.address() as AddressInfo;
    const text = await exchangeBytes(port, `GET /v1/a HTTP/1.1\r\n${lines}\r\n`);
    own.close();
    expect(Number(text.slice(9, 12))).toBe(status);
    const maximum = max === 0 ? 2000 : (max ?? 1000) - 1;
    // Beyond its limit, a newer Node itself refuses the request.
    if (status === 431 && count === maximum + 1) {
      expect(text).toContain(`The request has ${count} header lines; the maximum is ${maximum}.`);
    }
  });
});
