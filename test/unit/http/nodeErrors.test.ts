import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerNodeErrors } from '../../../src/http/answerNodeErrors.ts';
import { exchangeBytes, startToyServer, type ToyServer } from './toyServer.ts';

let server: ToyServer;
beforeAll(async () => {
  server = await startToyServer();
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
      connection: 'close',
      ...headers,
    },
    body,
  };
};

const host = 'Host: a\r\n';
const last = 'Connection: close\r\n';
const malformed = refusal('400 Bad Request', 'This is not a well-formed HTTP/1.1 request.');

describe('what Node would answer by itself', () => {
  it.each<[string, string, ReturnType<typeof refusal>]>([
    ['bytes that are no HTTP', 'nonsense\r\n\r\n', malformed],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', malformed],
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
      refusal('431 Request Header Fields Too Large', 'The request line and headers are larger than 16 KiB together.'),
    ],
    [
      'too long a target',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
      refusal('431 Request Header Fields Too Large', 'The request line and headers are larger than 16 KiB together.'),
    ],
    [
      'no host',
      `GET / HTTP/1.1\r\n${last}\r\n`,
      refusal('400 Bad Request', 'The request needs exactly one Host header; it has 0.'),
    ],
    [
      'two hosts',
      `GET / HTTP/1.1\r\n${host}${host}${last}\r\n`,
      refusal('400 Bad Request', 'The request needs exactly one Host header; it has 2.'),
    ],
    [
      'no host for GraphQL',
      `GET /graphql HTTP/1.1\r\n${last}\r\n`,
      refusal('400 Bad Request', 'The request needs exactly one Host header; it has 0.'),
    ],
    [
      'a target that is no URL',
      `GET http://[/graphql HTTP/1.1\r\n${host}${last}\r\n`,
      refusal('400 Bad Request', 'The target of the request is neither a path nor a URL.'),
    ],
    [
      'a body in another transfer coding',
      `POST / HTTP/1.1\r\n${host}${last}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      refusal(
        '415 Unsupported Media Type',
        'A body in the transfer coding gzip, chunked is not read here; send it as it is, or in chunks.',
      ),
    ],
    [
      'an expectation that HTTP does not know',
      `POST / HTTP/1.1\r\n${host}${last}Expect: miracles\r\nContent-Length: 0\r\n\r\n`,
      refusal('417 Expectation Failed', 'The only expectation that can be met is 100-continue.'),
    ],
    [
      'a tunnel',
      `CONNECT a:443 HTTP/1.1\r\n${host}\r\n`,
      refusal('405 Method Not Allowed', 'This server is no proxy.', {
        allow: 'get, head, post, put, patch, delete, options',
      }),
    ],
  ])('refuses %s with the one error body', async (_, text, expected) => {
    expect(parse(await server.raw(text))).toEqual(expected);
  });

  it('refuses a request that takes too long to arrive with 408', async () => {
    const late = createServer({ headersTimeout: 1, requestTimeout: 1, connectionsCheckingInterval: 1 });
    answerNodeErrors(late);
    await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve));
    const answer = await exchangeBytes((late.address() as AddressInfo).port, 'GET / HTTP/1.1\r\nHost: a\r\n');
    expect(parse(answer)).toEqual(refusal('408 Request Timeout', 'The request took too long to arrive.'));
    late.close();
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
    for (const target of ['http://a^b/graphql', 'foo://a|b/graphql', '//graphql', '/graphql?#', 'http:///graphql']) {
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
      headers: { allow: 'get, head, post, put, patch, delete, options', connection: 'close' },
      body: '',
    });
  });
});
