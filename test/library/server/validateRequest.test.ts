import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { MAX_HEADER_LINES, validateRequest } from '../../../src/gateway/serve/validateRequest.ts';

interface Parts {
  httpVersion?: string;
  url?: string;
  lines?: [string, string][];
  maxHeadersCount?: number | null;
}

/** A request as Node parses it: the last of repeated lines does not count here. */
function request({ httpVersion = '1.1', url = '/', lines = [['Host', 'a']], ...server }: Parts): IncomingMessage {
  const headers: Record<string, string> = {};
  for (const [name, value] of lines) headers[name.toLowerCase()] ??= value;
  const socket = 'maxHeadersCount' in server ? { server } : {};
  return { httpVersion, url, rawHeaders: lines.flat(), headers, socket } as unknown as IncomingMessage;
}
const host: [string, string] = ['Host', 'a'];
const fill = (count: number) => Array.from({ length: count - 1 }, (): [string, string] => ['X', '1']);
const CLOSE = { connection: 'close' };

describe('a request is valid', () => {
  test.each<[string, Parts]>([
    ['with a path', {}],
    ['with a URL', { url: 'http://a/b' }],
    ['with a URL of https', { url: 'HTTPS://[::1]:443?a' }],
    ['with *', { url: '*' }],
    ['of HTTP/1.0 without Host', { httpVersion: '1.0', lines: [] }],
    ['with 100-continue', { lines: [host, ['Expect', '100-Continue']] }],
    ['with any expectation in HTTP/1.0', { httpVersion: '1.0', lines: [host, ['Expect', 'x']] }],
    ['with a chunked body', { lines: [host, ['Transfer-Encoding', ' Chunked ']] }],
    ['with one Authorization', { lines: [host, ['Authorization', 'a']] }],
    ['with a repeated Content-Type', { lines: [host, ['Content-Type', 'a/b'], ['content-type', 'a/b']] }],
    ['with the maximum of header lines', { lines: [host, ...fill(MAX_HEADER_LINES)], maxHeadersCount: 0 }],
    ['with fewer lines than its server takes', { lines: [host, ...fill(9)], maxHeadersCount: 10 }],
    ['with fewer lines than servers take', { lines: [host, ...fill(999)], maxHeadersCount: null }],
  ])('%s', (_, parts) => {
    expect(validateRequest(request(parts))).toBeUndefined();
  });
});

describe('a request is not valid', () => {
  test.each<[string, Parts, number, string, object?]>([
    ['without Host', { lines: [] }, 400, 'Host must be given exactly once, not 0 times.'],
    ['with two', { lines: [host, ['hOST', 'b']] }, 400, 'Host must be given exactly once, not 2 times.'],
    ['in HTTP/1.0', { httpVersion: '1.0', lines: [host, host] }, 400, 'Host must be given exactly once, not 2 times.'],
    [
      'with a Host that is none',
      { lines: [['Host', 'a b']] },
      400,
      'Host must be a host name or an IP address, with or without a port.',
    ],
    [
      'with two Authorizations',
      { lines: [host, ['Authorization', 'a'], ['AUTHORIZATION', 'a']] },
      400,
      'Authorization must be given only once.',
    ],
    [
      'with two Content-Types',
      { lines: [host, ['Content-Type', 'a/b'], ['CONTENT-TYPE', 'c/d']] },
      400,
      'Content-Type must be given only once.',
    ],
    ...[
      'a',
      '',
      'ftp://a/',
      'ws://a/',
      'http:a',
      'http://',
      'http:///a',
      'http://a@b/',
      'http://a:99999/',
      'http://[/',
    ].map((url): [string, Parts, number, string] => [
      `with the target ${JSON.stringify(url)}`,
      { url },
      400,
      'The request target must be a path, or a URL of http or https.',
    ]),
    ...['/#', '/a?b#c', 'http://a/b#c'].map((url): [string, Parts, number, string] => [
      `with the target ${url}`,
      { url },
      400,
      'The request target must not have a fragment; percent-encode # as %23.',
    ]),
    ...['0.9', '2.0', '1.2'].map((httpVersion): [string, Parts, number, string, object] => [
      `of HTTP/${httpVersion}`,
      { httpVersion, lines: [] },
      505,
      `HTTP/${httpVersion} is not supported; the supported versions are HTTP/1.1 and HTTP/1.0.`,
      CLOSE,
    ]),
    [
      'with another expectation',
      { lines: [host, ['Expect', '200-ok']] },
      417,
      'The only supported expectation is 100-continue.',
    ],
    [
      'with too many lines',
      { lines: [host, ...fill(MAX_HEADER_LINES + 1)], maxHeadersCount: 0 },
      431,
      'The request has 2001 header lines; the maximum is 2000.',
      CLOSE,
    ],
    [
      'with as many lines as its server takes',
      { lines: [host, ...fill(10)], maxHeadersCount: 10 },
      431,
      'The request has 10 header lines; the maximum is 2000.',
      CLOSE,
    ],
    [
      'with as many lines as servers take',
      { lines: [host, ...fill(1000)] },
      431,
      'The request has 1000 header lines; the maximum is 2000.',
      CLOSE,
    ],
    [
      'with another coding',
      { lines: [host, ['Transfer-Encoding', 'gzip, chunked']] },
      501,
      'Transfer-Encoding must be chunked; other transfer codings are not implemented.',
      CLOSE,
    ],
    [
      'of HTTP/1.0 with a coding',
      { httpVersion: '1.0', lines: [host, ['Transfer-Encoding', 'chunked']] },
      400,
      'Transfer-Encoding is not allowed in HTTP/1.0.',
      CLOSE,
    ],
  ])('%s', (_, parts, status, message, headers = {}) => {
    expect(validateRequest(request(parts))).toMatchObject({ status, message });
    expect(validateRequest(request(parts))!.headers).toEqual(headers);
  });
});
