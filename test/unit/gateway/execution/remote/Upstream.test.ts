import { expect, test } from 'vitest';
import { createUpstream, headersTo } from '../../../../../src/gateway/execution/remote/Upstream.ts';

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

test('an upstream is sent the name of the client in headers that Apollo and Hive read, which its own headers override', () => {
  const upstream = createUpstream({
    url: 'http://a',
    headers: { 'X-Key': 'k', 'GraphQL-Client-Name': 'own' },
    forwarded: ['X-Tenant'],
    client: { name: 'rest', version: '1' },
  });
  expect(upstream).toEqual({
    url,
    headers: {
      'apollographql-client-name': 'rest',
      'apollographql-client-version': '1',
      'graphql-client-name': 'own',
      'graphql-client-version': '1',
      'x-key': 'k',
    },
    forwarded: ['x-tenant'],
    client: { name: 'rest', version: '1' },
  });
  expect(createUpstream({ url: 'http://a', client: { name: 'rest' } }).headers).toEqual({
    'apollographql-client-name': 'rest',
    'graphql-client-name': 'rest',
  });
});

test('the documents of an app deployment of Hive require the name and the version of the client', () => {
  const create = () => createUpstream({ url: 'http://a', trustedDocuments: 'hive', client: { name: 'rest' } });
  expect(create).toThrow(/^The trusted documents of Hive require the name and the version of a client/);
});
