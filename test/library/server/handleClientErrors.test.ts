import { once } from 'node:events';
import { type IncomingMessage, createServer, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { classifyParserError, handleClientErrors } from '../../../src/gateway/serve/ports/handleClientErrors.ts';
import { streamBody } from '../../../src/gateway/serve/readBody.ts';
import { type ToyServer, exchangeBytes, startToyServer } from './toyServer.ts';

let server: ToyServer;

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
const malformed = refusal('400 Bad Request', 'The request is not valid HTTP/1.1.');
const otherCoding = refusal(
  '501 Not Implemented',
  'Transfer-Encoding must be chunked; other transfer codings are not implemented.',
);
const otherVersion = (version: string) =>
  refusal(
    '505 HTTP Version Not Supported',
    `HTTP/${version} is not supported; the supported versions are HTTP/1.1 and HTTP/1.0.`,
  );
const otherScheme = refusal('400 Bad Request', 'The request target must be a path, or a URL of http or https.');

describe('handleClientErrors', () => {
  beforeAll(async () => {
    server = await startToyServer();
  });

  afterAll(() => server.close());

  describe('what Node would answer by itself', () => {
    it.each<[string, string, ReturnType<typeof refusal>]>([
      ['bytes that are no HTTP', 'nonsense\r\n\r\n', malformed],
      ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', otherVersion('2.0')],
      ['HTTP/2.0', `GET / HTTP/2.0\r\n${host}\r\n`, otherVersion('2.0')],
      ['HTTP/2.0 with a body', `POST / HTTP/2.0\r\nContent-Length: 1\r\n\r\na`, otherVersion('2.0')],
      ['HTTP/2.0 for GraphQL', `GET /graphql HTTP/2.0\r\n${host}\r\n`, otherVersion('2.0')],
      ['HTTP/3.0', `GET / HTTP/3.0\r\n${host}\r\n`, otherVersion('3.0')],
      ['HTTP/0.9', `GET / HTTP/0.9\r\n\r\n`, otherVersion('0.9')],
      ['no version, as in HTTP/0.9', `GET /\r\n\r\n`, otherVersion('0.9')],
      ['HTTP/1.2, which Node does not parse', `GET / HTTP/1.2\r\n${host}\r\n`, otherVersion('1.2')],
      ['a version that is none', `GET / HTTP/1\r\n${host}\r\n`, malformed],
      ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', malformed],
      ['a header without a colon', `GET / HTTP/1.1\r\n${host}nonsense\r\n\r\n`, malformed],
      ['a space in the target', `GET /a b HTTP/1.1\r\n${host}\r\n`, malformed],
      ['two lengths', `POST / HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`, malformed],
      [
        'a length and chunks',
        `POST / HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na`,
        malformed,
      ],
      ['a length that is no number', `POST / HTTP/1.1\r\n${host}Content-Length: x\r\n\r\n`, malformed],
      ['a chunk that is none', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`, malformed],
      [
        'too many headers',
        `GET / HTTP/1.1\r\n${host}X: ${'a'.repeat(20_000)}\r\n\r\n`,
        refusal(
          '431 Request Header Fields Too Large',
          'The request line and headers must not be larger than 16 KiB together.',
        ),
      ],
      [
        'too long a target',
        `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
        refusal(
          '431 Request Header Fields Too Large',
          'The request line and headers must not be larger than 16 KiB together.',
        ),
      ],
      [
        'no host',
        `GET / HTTP/1.1\r\n${last}\r\n`,
        refusal('400 Bad Request', 'Host must be given exactly once, not 0 times.'),
      ],
      [
        'two hosts',
        `GET / HTTP/1.1\r\n${host}${host}${last}\r\n`,
        refusal('400 Bad Request', 'Host must be given exactly once, not 2 times.'),
      ],
      [
        'no host for GraphQL',
        `GET /graphql HTTP/1.1\r\n${last}\r\n`,
        refusal('400 Bad Request', 'Host must be given exactly once, not 0 times.'),
      ],
      ['a target that is no URL', `GET http://[/graphql HTTP/1.1\r\n${host}${last}\r\n`, otherScheme],
      ['a target of ftp', `GET ftp://a/health/live HTTP/1.1\r\n${host}${last}\r\n`, otherScheme],
      ['a target of file', `GET file:///graphql HTTP/1.1\r\n${host}${last}\r\n`, otherScheme],
      ['a target with credentials', `GET http://ada@a/health/live HTTP/1.1\r\n${host}${last}\r\n`, otherScheme],
      ['a target without a host', `GET http:///health/live HTTP/1.1\r\n${host}${last}\r\n`, otherScheme],
      [
        'a body in another transfer coding',
        `POST / HTTP/1.1\r\n${host}${last}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
        otherCoding,
      ],
      ['a body in gzip alone', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\nabc`, otherCoding],
      ['identity', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: identity\r\n\r\nabc`, otherCoding],
      ['an unknown transfer coding', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n`, otherCoding],
      ['chunked with a parameter', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked;q=1\r\n\r\n`, otherCoding],
      ['a transfer coding of GET', `GET / HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\n`, otherCoding],
      ['a transfer coding of GraphQL', `POST /graphql HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\n`, otherCoding],
      [
        'a transfer coding of a client that waits for 100 (Continue)',
        `POST / HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\nExpect: 100-continue\r\n\r\n`,
        otherCoding,
      ],
      [
        'what follows a transfer coding that is not implemented',
        `POST / HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\nGET / HTTP/1.1\r\n${host}\r\n`,
        otherCoding,
      ],
      [
        'a length and a transfer coding',
        `POST / HTTP/1.1\r\n${host}Content-Length: 3\r\nTransfer-Encoding: gzip\r\n\r\nabc`,
        malformed,
      ],
      [
        'a transfer coding in HTTP/1.0',
        `POST / HTTP/1.0\r\n${host}Transfer-Encoding: gzip\r\n\r\n`,
        refusal('400 Bad Request', 'Transfer-Encoding is not allowed in HTTP/1.0.'),
      ],
      [
        'chunks that are not the last coding',
        `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked, gzip\r\n\r\n`,
        malformed,
      ],
      ['chunks in chunks', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`, malformed],
      [
        'chunks in HTTP/1.0',
        `POST / HTTP/1.0\r\n${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        refusal('400 Bad Request', 'Transfer-Encoding is not allowed in HTTP/1.0.'),
      ],
      [
        'two credentials',
        `GET / HTTP/1.1\r\n${host}${last}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`,
        refusal('400 Bad Request', 'Authorization must be given only once.'),
      ],
      [
        'the same credentials twice',
        `GET / HTTP/1.1\r\n${host}${last}Authorization: Bearer a\r\nauthorization: Bearer a\r\n\r\n`,
        refusal('400 Bad Request', 'Authorization must be given only once.'),
      ],
      [
        'two types of one body',
        `POST / HTTP/1.1\r\n${host}${last}Content-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n`,
        refusal('400 Bad Request', 'Content-Type must be given only once.'),
      ],
      [
        'two credentials for GraphQL',
        `GET /graphql HTTP/1.1\r\n${host}${last}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`,
        refusal('400 Bad Request', 'Authorization must be given only once.'),
      ],
      [
        'more header lines than it reads',
        `GET / HTTP/1.1\r\n${host}${'a:\r\n'.repeat(2_000)}Authorization: Bearer a\r\n\r\n`,
        refusal('431 Request Header Fields Too Large', 'The request has 2002 header lines; the maximum is 2000.'),
      ],
      [
        'a method that nobody knows',
        `FOO /a?b HTTP/1.1\r\n${host}\r\n`,
        refusal('501 Not Implemented', 'The method FOO is not implemented.'),
      ],
      [
        'a method in lower case',
        `get / HTTP/1.1\r\n${host}\r\n`,
        refusal('501 Not Implemented', 'The method get is not implemented.'),
      ],
      [
        'a method that begins like one that is known',
        `GETS / HTTP/1.0\r\n\r\n`,
        refusal('501 Not Implemented', 'The method GETS is not implemented.'),
      ],
      [
        'a method of another protocol',
        `DESCRIBE / HTTP/1.1\r\n${host}\r\n`,
        refusal('501 Not Implemented', 'The method DESCRIBE is not implemented.'),
      ],
      ['a method that is no token', `F(O / HTTP/1.1\r\n${host}\r\n`, malformed],
      ['an unknown method in another version of HTTP', `FOO / HTTP/2.0\r\n${host}\r\n`, otherVersion('2.0')],
      ['an unknown method without a target', `FOO HTTP/1.1\r\n${host}\r\n`, malformed],
      [
        'an expectation that HTTP does not know',
        `POST / HTTP/1.1\r\n${host}${last}Expect: miracles\r\nContent-Length: 0\r\n\r\n`,
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
      'a_b',
      'a%20b',
    ])('takes the Host %s', async (value) => {
      const text = `GET /a HTTP/1.1\r\nHost: ${value}\r\n${last}\r\n`;
      expect(parse(await server.raw(text))).toMatchObject({ line: 'HTTP/1.1 200 OK' });
    });

    it('takes a Content-Type that is repeated as it is', async () => {
      const type = 'Content-Type: application/json\r\n';
      const text = `POST /a HTTP/1.1\r\n${host}${last}${type}${type}Content-Length: 1\r\n\r\n1`;
      expect(parse(await server.raw(text))).toMatchObject({ line: 'HTTP/1.1 200 OK' });
    });

    it('reads the last of 2,000 header lines', async () => {
      const refusing = await startToyServer({
        rest: async ({ headers }) => ({ status: headers.authorization ? 204 : 401, headers: {}, body: null }),
      });
      const lines = `${'a:\r\n'.repeat(1_997)}Authorization: Bearer a\r\n`;
      expect(await refusing.raw(`GET / HTTP/1.1\r\n${host}${last}${lines}\r\n`)).toMatch(/^HTTP\/1\.1 204 /);
      await refusing.close();
    });

    it('refuses an unknown method behind another request on its connection', async () => {
      const answers = await server.raw(
        `POST /a HTTP/1.1\r\n${host}Content-Length: 1\r\n\r\n FOO / HTTP/1.1\r\n${host}\r\n`,
      );
      expect(answers.match(/HTTP\/1\.1 \d.*/g)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 501 Not Implemented']);
    });

    it('refuses a request that takes too long to arrive with 408', async () => {
      const late = createServer({ headersTimeout: 1, requestTimeout: 1, connectionsCheckingInterval: 1 });
      handleClientErrors(late);
      await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve));
      const answer = await exchangeBytes((late.address() as AddressInfo).port, 'GET / HTTP/1.1\r\nHost: a\r\n');
      expect(parse(answer)).toEqual(
        refusal('408 Request Timeout', 'Request timeout: the headers or the body did not arrive in time.'),
      );
      late.close();
    });

    it('leaves a body alone whose reader decides how long it may take', async () => {
      const slow = createServer({ connectionsCheckingInterval: 5 }, async (request, response) => {
        // The headers have arrived, however long that took.
        slow.headersTimeout = slow.requestTimeout = 20;
        let size = 0;
        for await (const chunk of streamBody(request)) size += chunk.length;
        response.end(`read ${size}`);
      });
      handleClientErrors(slow);
      await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
      const request = openRequest({ port: (slow.address() as AddressInfo).port, method: 'PUT' });
      const responded = once(request, 'response') as Promise<[IncomingMessage]>;
      request.write('abc');
      // Node says so when its time is over, once.
      const [{ code }] = (await once(slow, 'clientError')) as [NodeJS.ErrnoException];
      expect(code).toBe('ERR_HTTP_REQUEST_TIMEOUT');
      request.end('def');
      expect(await readText((await responded)[0])).toBe('read 6');
      slow.close();
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
        `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`,
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
      const slow = await startToyServer({
        rest: async () => {
          await new Promise((resolve) => setImmediate(resolve));
          return { status: 204, headers: {}, body: null };
        },
      });
      const answers = await slow.raw(`GET / HTTP/1.1\r\n${host}\r\n${second}`);
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

    it('answers a request in another transfer coding that has not begun, beside many others', async () => {
      // Its listener waits for a turn of the event loop, before which the parser stops.
      const busy = createServer({ requireHostHeader: false }, () => {});
      handleClientErrors(busy);
      await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
      const { port } = busy.address() as AddressInfo;
      const answer = await exchangeBytes(port, `POST / HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\nabc`);
      expect(parse(answer)).toEqual(otherCoding);
      busy.close();
    });

    it('answers once when the body breaks of a request that was answered without it', async () => {
      const quick = await startToyServer({ rest: async () => ({ status: 204, headers: {}, body: null }) });
      const text = `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`;
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

    it('serves HTTP/1.0 without a host', async () => {
      expect(parse(await server.raw('GET /a HTTP/1.0\r\n\r\n'))).toMatchObject({ line: 'HTTP/1.1 200 OK' });
    });

    it('leaves nothing to express', async () => {
      // Parsers of URLs disagree on such targets; whatever they make of them, the answer is JSON.
      for (const target of ['http://a^b/graphql', 'http://a|b/graphql', '//graphql', '/graphql?#', 'http:///graphql']) {
        expect(await server.raw(`GET ${target} HTTP/1.1\r\n${host}${last}\r\n`)).toContain('application/json');
      }
    });

    it('serves a target in absolute form', async () => {
      const live = await server.raw(`GET http://a/health/live HTTP/1.1\r\n${host}${last}\r\n`);
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
  });
});

const errorOf = (code: string | undefined, packet?: string, bytesParsed?: number) =>
  Object.assign(new Error('parser'), {
    ...(code !== undefined && { code }),
    ...(packet !== undefined && { rawPacket: Buffer.from(packet, 'latin1') }),
    ...(bytesParsed !== undefined && { bytesParsed }),
  });

describe('classifyParserError', () => {
  test.each([
    ['HPE_HEADER_OVERFLOW', 431, 'The request line and headers must not be larger than 16 KiB together.'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413, 'The chunk extensions of the body must not be larger than 16 KiB.'],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'Request timeout: the headers or the body did not arrive in time.'],
    ['HPE_INVALID_VERSION', 400, 'The request is not valid HTTP/1.1.'],
    [undefined, 400, 'The request is not valid HTTP/1.1.'],
  ])('%s is %i', (code, status, message) => {
    expect(classifyParserError(errorOf(code))).toMatchObject({ status, message });
  });

  describe('an unknown method is 501', () => {
    test.each([
      ['HPE_INVALID_METHOD', 'FOO /a HTTP/1.1\r\n', 1, 'FOO'],
      ['HPE_INVALID_METHOD', 'FOO /a HTTP/1.0\n', 0, 'FOO'],
      ['HPE_INVALID_METHOD', 'GET / HTTP/1.1\r\n\r\nFOO /a HTTP/1.1\r\n', 20, 'FOO'],
      ['HPE_INVALID_CONSTANT', 'DESCRIBEX rtsp://a HTTP/1.1\r\n', 19, 'DESCRIBEX'],
      ['HPE_INVALID_CONSTANT', 'GET / HTTP/1.1\r\n\r\nFOO /a HTTP/1.1\r\n', 25, 'FOO'],
      ['HPE_INVALID_METHOD', `${'F'.repeat(100)} / HTTP/1.1\r\n`, 50, 'F'.repeat(100)],
      ['HPE_INVALID_METHOD', 'get / HTTP/1.1\r\n', 0, 'get'],
    ])('%s in %j at %i', (code, packet, bytesParsed, method) => {
      const error = classifyParserError(errorOf(code, packet, bytesParsed));
      expect(error).toMatchObject({ status: 501, message: `The method ${method} is not implemented.` });
    });
  });

  describe('an unsupported version is 505', () => {
    test.each([
      ['HPE_INVALID_VERSION', 'GET /a HTTP/3.0\r\n', 15, '3.0'],
      ['HPE_INVALID_VERSION', '\r\nGET /a HTTP/1.2\r\n', 17, '1.2'],
      ['HPE_INVALID_VERSION', 'GET / HTTP/1.1\r\n\r\nGET /a HTTP/9.9\r\n', 33, '9.9'],
      ['HPE_INVALID_METHOD', 'FOO /a HTTP/2.0\r\n', 1, '2.0'],
      ['HPE_INVALID_CONSTANT', 'DESCRIBE /a HTTP/3.0\r\n', 16, '3.0'],
      ['HPE_PAUSED_H2_UPGRADE', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 24, '2.0'],
    ])('%s in %j at %i', (code, packet, bytesParsed, version) => {
      const message = `HTTP/${version} is not supported; the supported versions are HTTP/1.1 and HTTP/1.0.`;
      expect(classifyParserError(errorOf(code, packet, bytesParsed))).toMatchObject({ status: 505, message });
    });
  });

  describe('a request that is not valid otherwise is 400', () => {
    test.each([
      ['HPE_INVALID_METHOD', 'F(O /a HTTP/1.1\r\n', 1],
      ['HPE_INVALID_VERSION', 'GET /a HTTP/1.10\r\n', 15],
      ['HPE_INVALID_VERSION', 'GET /a HTTP/10.0\r\n', 13],
      ['HPE_INVALID_VERSION', '3.0\r\n', 3],
      ['HPE_INVALID_METHOD', 'FOO  /a HTTP/1.1\r\n', 1],
      ['HPE_INVALID_METHOD', 'FOO /a', 1],
      ['HPE_INVALID_METHOD', 'GET /a HTTP/1.1\r\n', 1],
      ['HPE_INVALID_METHOD', `${'F'.repeat(101)} / HTTP/1.1\r\n`, 0],
      ['HPE_INVALID_HEADER_TOKEN', 'FOO /a HTTP/1.1\r\n', 1],
      ['HPE_INVALID_METHOD', undefined, 1],
    ])('%s in %j at %i', (code, packet, bytesParsed) => {
      expect(classifyParserError(errorOf(code, packet, bytesParsed)).status).toBe(400);
    });
  });
});
