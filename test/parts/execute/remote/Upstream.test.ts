import { expect, test } from 'vitest';
import { createUpstream, headersTo } from '../../../../src/gateway/execute/remote/Upstream.ts';

const url = new URL('http://a');
const received = { authorization: 'Bearer x', traceparent: 't', tracestate: 's', cookie: 'c', 'x-tenant': 'a' };

const caller = { subject: '', scopes: new Set<string>(), claims: {}, authorization: '' };

test('credentials and trace context are forwarded, and the id of the request', () => {
  expect(headersTo({ url, headers: {}, forwarded: [] }, { requestId: 'r', headers: received, caller })).toEqual({
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
  const headers = { 'x-tenant': ['a', 'b'] as never, authorization: 'x' };
  expect(headersTo(upstream, { requestId: 'r', headers, caller })).toEqual({
    authorization: 'own',
    'x-tenant': 'a,b',
    'x-request-id': 'own',
  });
});

test('credentials of an anonymous request are not forwarded, but those of the upstream are sent', () => {
  const upstream = { url, headers: {}, forwarded: ['authorization'] };
  const request = { requestId: 'r', headers: { authorization: 'x' }, caller: null };
  expect(headersTo(upstream, request)).toEqual({ 'x-request-id': 'r' });
  const own = { ...upstream, headers: { authorization: 'own' } };
  expect(headersTo(own, request)).toEqual({ 'x-request-id': 'r', authorization: 'own' });
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
