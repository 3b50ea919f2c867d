import { describe, expect, test } from 'vitest';
import {
  badGatewayError,
  codeOfStatus,
  headersCarrier,
  mayHaveExecuted,
  upstreamFailure,
} from '../../../../src/gateway/execute/remote/upstreamErrors.ts';

describe('badGatewayError', () => {
  test('has its cause for the log only', () => {
    const cause = new Error('detail');
    expect(badGatewayError(cause)).toMatchObject({
      status: 502,
      message: 'The upstream service returned an invalid response; it has been logged.',
      cause,
    });
  });
});

const cause = new Error('host name');
const sent = { 'retry-after': '9', 'www-authenticate': 'Basic realm="a"', server: 'x' };
const none = {};

describe('upstreamFailure', () => {
  test.each([
    ['UNAUTHENTICATED', 'The credentials are not accepted.', { 'www-authenticate': 'Basic realm="a"' }],
    ['FORBIDDEN', 'The credentials do not permit this request.', { 'www-authenticate': 'Basic realm="a"' }],
    ['RATE_LIMITED', 'Too many requests; try again later.', { 'retry-after': '9' }],
    ['TIMEOUT', 'The request timed out; try again later.', {}],
    ['UNAVAILABLE', 'The upstream service is not available; try again shortly.', { 'retry-after': '9' }],
  ] as const)('%s has a message of its own and the headers of its status', (code, message, headers) => {
    expect(upstreamFailure(code, sent, cause)).toMatchObject({ code, message, cause });
    expect(upstreamFailure(code, sent, cause).headers).toEqual(headers);
  });

  test('BAD_GATEWAY is that of any invalid response', () => {
    expect(upstreamFailure('BAD_GATEWAY', sent, cause)).toEqual(badGatewayError(cause));
  });

  describe('without headers of the upstream', () => {
    test.each([
      ['UNAUTHENTICATED', { 'www-authenticate': 'Bearer' }],
      ['FORBIDDEN', {}],
      ['RATE_LIMITED', { 'retry-after': '1' }],
      ['TIMEOUT', {}],
      ['UNAVAILABLE', { 'retry-after': '1' }],
    ] as const)('%s has %j', (code, headers) => {
      expect(upstreamFailure(code, none, cause).headers).toEqual(headers);
      expect(headersCarrier(code, none).headers).toEqual(headers);
    });
  });

  test('a carrier has all headers of the upstream, whatever its code', () => {
    const headers = { 'retry-after': '9', 'www-authenticate': 'Basic realm="a"' };
    expect(headersCarrier('CONFLICT', sent)).toMatchObject({ code: 'CONFLICT', headers });
    expect(headersCarrier(undefined, sent)).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', headers });
    expect(headersCarrier(undefined, none).headers).toEqual({});
  });
});

describe('upstreamCodes', () => {
  test.each<[number, string | undefined, boolean]>([
    [200, undefined, true],
    [299, undefined, true],
    [300, 'BAD_GATEWAY', false],
    [400, 'BAD_GATEWAY', false],
    [401, 'UNAUTHENTICATED', false],
    [403, 'FORBIDDEN', false],
    [404, 'BAD_GATEWAY', false],
    [408, 'UNAVAILABLE', false],
    [413, 'BAD_GATEWAY', false],
    [425, 'UNAVAILABLE', false],
    [429, 'RATE_LIMITED', false],
    [499, 'BAD_GATEWAY', false],
    [500, 'UNAVAILABLE', true],
    [501, 'BAD_GATEWAY', false],
    [502, 'UNAVAILABLE', true],
    [503, 'UNAVAILABLE', false],
    [504, 'TIMEOUT', true],
    [505, 'BAD_GATEWAY', false],
    [511, 'BAD_GATEWAY', false],
  ])('%i has the code %s, and a mutation may have been executed: %s', (status, code, executed) => {
    expect([codeOfStatus(status), mayHaveExecuted(status)]).toEqual([code, executed]);
  });
});
