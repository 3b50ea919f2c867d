import { expect, test } from 'vitest';
import { headersTo } from '../../../../../src/gateway/execution/remote/Upstream.ts';

const url = new URL('http://a');
const received = { authorization: 'Bearer x', traceparent: 't', tracestate: 's', cookie: 'c', 'x-tenant': 'a' };

test('credentials and trace context are forwarded, and the id of the request', () => {
  expect(headersTo({ url, headers: {}, forwarded: [] }, 'r', received)).toEqual({
    authorization: 'Bearer x',
    traceparent: 't',
    tracestate: 's',
    'x-request-id': 'r',
  });
});

test('further headers are forwarded by name, and headers of the upstream win', () => {
  const upstream = {
    url,
    headers: { authorization: 'own', 'x-request-id': 'own' },
    forwarded: ['x-tenant', 'x-absent'],
  };
  expect(headersTo(upstream, 'r', { 'x-tenant': ['a', 'b'] as never, authorization: 'x' })).toEqual({
    authorization: 'own',
    'x-tenant': 'a,b',
    'x-request-id': 'own',
  });
});
