import { describe, expect, test } from 'vitest';
import { classifyParserError } from '../../../../src/gateway/server/classifyParserError.ts';

const errorOf = (code: string | undefined, packet?: string, bytesParsed?: number) =>
  Object.assign(new Error('parser'), {
    ...(code !== undefined && { code }),
    ...(packet !== undefined && { rawPacket: Buffer.from(packet, 'latin1') }),
    ...(bytesParsed !== undefined && { bytesParsed }),
  });

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
