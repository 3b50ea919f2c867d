/** Bytes on a socket and the status of the response; after each the server closes the connection. */
export interface RawRequest {
  name: string;
  bytes: string;
  status: number;
}

const HOST = 'Host: spec\r\n';
const CLOSE = 'Connection: close\r\n';
const get = (target: string, more = '') => `GET ${target} HTTP/1.1\r\n${HOST}${CLOSE}${more}\r\n`;

const post = (more: string, body = '') => `POST /v1/users HTTP/1.1\r\n${HOST}${more}\r\n${body}`;

/**
 * What HTTP itself refuses, and what it allows though few clients send it. None of them carries credentials, so a
 * request that gets as far as the resources is 401.
 */
export const RAW_REQUESTS: readonly RawRequest[] = [
  { name: 'no HTTP at all', bytes: 'hello\r\n\r\n', status: 400 },
  { name: 'a TLS handshake', bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', status: 400 },
  { name: 'an unknown method', bytes: `FROB /v1/users HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, status: 501 },
  { name: 'a method in lower case', bytes: `get /v1/users HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, status: 501 },
  {
    name: 'a version of HTTP that does not exist',
    bytes: `GET /v1/users HTTP/9.9\r\n${HOST}${CLOSE}\r\n`,
    status: 505,
  },
  { name: 'HTTP/2.0', bytes: `GET /v1/users HTTP/2.0\r\n${HOST}\r\n`, status: 505 },
  { name: 'HTTP/0.9', bytes: 'GET /v1/users\r\n\r\n', status: 505 },
  { name: 'a target with a fragment', bytes: get('/v1/users#x'), status: 400 },
  { name: 'a query with a fragment', bytes: get('/v1/users?limit=1#x'), status: 400 },
  { name: 'no Host', bytes: `GET /v1/users HTTP/1.1\r\n${CLOSE}\r\n`, status: 400 },
  { name: 'two Hosts', bytes: get('/v1/users', 'Host: other\r\n'), status: 400 },
  { name: 'a Host with a space', bytes: `GET /v1/users HTTP/1.1\r\nHost: a b\r\n${CLOSE}\r\n`, status: 400 },
  { name: 'a Host with credentials', bytes: `GET /v1/users HTTP/1.1\r\nHost: a@b\r\n${CLOSE}\r\n`, status: 400 },
  {
    name: 'a Host with a port out of range',
    bytes: `GET /v1/users HTTP/1.1\r\nHost: a:99999\r\n${CLOSE}\r\n`,
    status: 400,
  },
  {
    name: 'a Host with a broken IPv6 address',
    bytes: `GET /v1/users HTTP/1.1\r\nHost: [::x]\r\n${CLOSE}\r\n`,
    status: 400,
  },
  { name: 'an empty Host', bytes: `GET /v1/users HTTP/1.1\r\nHost:\r\n${CLOSE}\r\n`, status: 400 },
  {
    name: 'two different Authorizations',
    bytes: get('/v1/users', 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'),
    status: 400,
  },
  {
    name: 'two different Content-Types',
    bytes: get('/v1/users', 'Content-Type: application/json\r\nContent-Type: text/plain\r\n'),
    status: 400,
  },
  { name: '2,500 headers within 16 KiB', bytes: get('/v1/users', 'a:\r\n'.repeat(2_500)), status: 431 },
  {
    name: 'a transfer coding that is not implemented',
    bytes: post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'),
    status: 501,
  },
  ...['gzip', 'identity', 'xchunked', 'chunked;q=1'].map((coding) => ({
    name: `the transfer coding ${coding} alone`,
    bytes: post(`Transfer-Encoding: ${coding}\r\n`, '0\r\n\r\n'),
    status: 501,
  })),
  {
    name: 'a transfer coding and a second request behind it',
    bytes: `GET /v1/users HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip\r\n\r\n${get('/v1/users')}`,
    status: 501,
  },
  {
    name: 'a transfer coding behind chunked',
    bytes: post('Transfer-Encoding: chunked, gzip\r\n', '0\r\n\r\n'),
    status: 400,
  },
  { name: 'a header without a colon', bytes: get('/v1/users', 'nonsense\r\n'), status: 400 },
  { name: 'a header with a space in its name', bytes: get('/v1/users', 'X Y: z\r\n'), status: 400 },
  { name: 'a header with U+0000', bytes: get('/v1/users', 'X: a\0b\r\n'), status: 400 },
  { name: 'a header of 100,000 characters', bytes: get('/v1/users', `X: ${'x'.repeat(100_000)}\r\n`), status: 431 },
  { name: 'a target of 100,000 characters', bytes: get(`/v1/users?x=${'x'.repeat(100_000)}`), status: 431 },
  { name: '5,000 headers', bytes: get('/v1/users', 'X-Header: value\r\n'.repeat(5_000)), status: 431 },
  { name: 'a Content-Length that is no number', bytes: post(`${CLOSE}Content-Length: ten\r\n`), status: 400 },
  { name: 'a negative Content-Length', bytes: post(`${CLOSE}Content-Length: -1\r\n`), status: 400 },
  { name: 'two Content-Lengths', bytes: post(`${CLOSE}Content-Length: 1\r\nContent-Length: 2\r\n`, 'xx'), status: 400 },
  {
    name: 'Content-Length and Transfer-Encoding',
    bytes: post(`${CLOSE}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n`, '0\r\n\r\n'),
    status: 400,
  },
  {
    name: 'an expectation that is not known',
    bytes: post(`${CLOSE}Expect: the-impossible\r\nContent-Length: 0\r\n`),
    status: 417,
  },
  { name: 'a path that is no percent-encoding', bytes: get('/v1/users/%zz'), status: 400 },
  { name: 'a path that is no UTF-8', bytes: get('/v1/users/%ff%fe'), status: 400 },
  { name: 'a path that ends in a percent sign', bytes: get('/v1/users/1%'), status: 400 },
  { name: 'a path that is no percent-encoding and leads nowhere', bytes: get('/%'), status: 400 },
  { name: 'a path that climbs', bytes: get('/v1/../../etc/passwd'), status: 404 },
  { name: 'a path that climbs in percent-encoding', bytes: get('/v1/%2e%2e/%2e%2e/etc/passwd'), status: 404 },
  { name: 'a path of slashes', bytes: get('//////'), status: 404 },
  { name: 'a path of 10,000 segments', bytes: get('/a'.repeat(5_000)), status: 404 },
  { name: 'a path with a backslash', bytes: get('/v1\\users'), status: 404 },
  { name: 'HTTP/1.0 without Host', bytes: 'GET /v1/users HTTP/1.0\r\n\r\n', status: 401 },
  { name: 'a target in absolute form', bytes: get('http://spec/v1/users'), status: 401 },
  { name: 'a target in absolute form that leads nowhere', bytes: get('http://spec/nothing'), status: 404 },
  {
    name: 'an upgrade',
    bytes: `GET /v1/users HTTP/1.1\r\n${HOST}Connection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
    status: 401,
  },
  {
    name: 'an upgrade to HTTP/2',
    bytes: `GET /v1/users HTTP/1.1\r\n${HOST}Connection: upgrade, close\r\nUpgrade: h2c\r\n\r\n`,
    status: 401,
  },
  { name: 'a tunnel', bytes: `CONNECT spec:443 HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, status: 405 },
  { name: 'a body with GET', bytes: get('/v1/users', 'Content-Length: 2\r\n') + '{}', status: 401 },
  { name: 'a target of ftp', bytes: get('ftp://spec/v1/users'), status: 400 },
  { name: 'the preface of HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', status: 505 },
];
