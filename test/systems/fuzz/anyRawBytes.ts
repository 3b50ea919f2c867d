// Bytes on a socket that are HTTP, nearly, or not at all.
import fc from 'fast-check';
import { RAW_REQUESTS } from '../../cases/rawRequests.ts';
import { mostly, seldom } from '../../promises/support/anyText.ts';

/** Bytes, and what their client does next. */
export interface RawBytes {
  bytes: Buffer;
  /** Where the bytes are split into two segments. */
  split: number;
  /** The client closes without reading a response. */
  leaves: boolean;
}

const method = mostly(
  fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'),
  fc.constantFrom('CONNECT', 'TRACE', 'FROB', 'get', '', ' GET', 'PRI', 'X'.repeat(300)),
);
const target = mostly(
  fc.constantFrom('/v1/users', '/v2/users/1', '/v1/products?limit=2', '/v1/orders', '/graphql', '/health/live', '/'),
  fc.constantFrom(
    '*',
    '',
    'http://spec/v1/users',
    '//',
    '/%',
    '/\u00ff',
    'spec:443',
    '/v1/users#x',
    `/${'a'.repeat(9_000)}`,
  ),
);
const version = mostly(
  fc.constant('HTTP/1.1'),
  fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/1.2', 'http/1.1', 'HTTP/', ''),
);
const lineEnd = mostly(fc.constant('\r\n'), fc.constantFrom('\n', '\r', '\r\n\r\n', ''), 30);

const header = mostly(
  fc.constantFrom(
    'Connection: close',
    'Connection: keep-alive',
    'Content-Type: application/json',
    'Expect: 100-continue',
    'Authorization: TOKEN',
    'Accept: */*',
    'Accept-Encoding: gzip, br, zstd',
    'TE: trailers',
    'Idempotency-Key: "a"',
    'If-Match: "1"',
    'X: \u00ff',
  ),
  fc.oneof(
    fc.constantFrom(
      'Connection: upgrade, close',
      'Upgrade: h2c',
      'Content-Type: application/json; charset=x',
      'Expect: x',
      'Authorization: Bearer x',
      'Accept: ;;,',
      'Host: other',
      'Trailer: X',
      'X : y',
      ': x',
      ' folded',
      'X: \u0000',
      'X',
    ),
    fc.string({ maxLength: 60 }),
    fc.nat(3).map((count) => `Content-Length: ${'9'.repeat(count * 7)}`),
  ),
  12,
);

const chunk = mostly(
  fc.string({ maxLength: 20 }).map((data) => `${Buffer.byteLength(data, 'latin1').toString(16)}\r\n${data}\r\n`),
  fc.constantFrom(
    '0\r\n',
    'g\r\n',
    '-1\r\nx\r\n',
    '5;x=y\r\nhello\r\n',
    'ffffffffffffffff\r\nx',
    '3\nabc\n',
    `${'0'.repeat(99)}1\r\nx\r\n`,
  ),
  4,
);

/** The framing headers of a body, and the body. */
const framed = fc.oneof(
  fc.constant(['', ''] as const),
  fc
    .tuple(
      fc.constantFrom('{"name":"Ada Lovelace"}', '{', '[]', '', '{"query":"{__typename}"}'),
      mostly(fc.constant(0), fc.integer({ min: -3, max: 3 })),
    )
    .map(([body, error]) => [`Content-Length: ${body.length + error}\r\n`, body] as const),
  fc
    .tuple(
      mostly(fc.constant('chunked'), fc.constantFrom('gzip, chunked', 'chunked, chunked', 'identity', 'x', 'Chunked')),
      fc.array(chunk, { maxLength: 4 }),
      mostly(fc.constant('0\r\n\r\n'), fc.constantFrom('', '0\r\nX: y\r\n\r\n', '0\r\n', '00\r\n\r\n')),
    )
    .map(([coding, chunks, last]) => [`Transfer-Encoding: ${coding}\r\n`, chunks.join('') + last] as const),
);

const request = fc
  .record({
    method,
    target,
    version,
    host: mostly(
      fc.constant('Host: spec\r\n'),
      fc.constantFrom('', 'Host:\r\n', 'Host: a b\r\n', 'Host: [::x]\r\n'),
      12,
    ),
    headers: fc.array(fc.tuple(header, lineEnd), { maxLength: 4 }),
    framed,
    end: lineEnd,
  })
  .map(({ framed: [framing, body], headers, ...line }) => {
    const fields = headers.map((parts) => parts.join('')).join('');
    return `${line.method} ${line.target} ${line.version}${line.end}${line.host}${framing}${fields}\r\n${body}`;
  });

/** One request or several, one behind another. */
const stream = mostly(
  fc.array(request, { minLength: 1, maxLength: 4 }).map((requests) => requests.join('')),
  fc.oneof(
    fc.constantFrom(...RAW_REQUESTS.map(({ bytes }) => bytes)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  ),
  4,
);

/** Bytes of every kind, some of them changed at random; `TOKEN` stands for a good credential. */
export function anyRawBytes(token: string): fc.Arbitrary<RawBytes> {
  return fc
    .record({
      text: stream,
      cut: seldom(fc.nat(300)),
      flip: seldom(fc.tuple(fc.nat(300), fc.nat(255))),
      split: fc.nat(200),
      leaves: mostly(fc.constant(false), fc.constant(true), 9),
    })
    .map(({ text, cut, flip, split, leaves }) => {
      let bytes = Buffer.from(text.replaceAll('TOKEN', `Bearer ${token}`), 'latin1');
      if (cut !== null) bytes = bytes.subarray(0, cut);
      if (flip !== null && flip[0] < bytes.length) bytes[flip[0]] = flip[1];
      return { bytes, split, leaves };
    });
}
