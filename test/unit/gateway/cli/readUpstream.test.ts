import { expect, test } from 'vitest';
import { readUpstream } from '../../../../src/gateway/cli/readUpstream.ts';

const URL_OF_IT = 'https://router.internal/graphql';

test('reads the URL, the static headers and the names of those that are sent on', () => {
  const upstream = readUpstream(URL_OF_IT, ['Authorization: Bearer a:b', 'X-Empty:'], ['X-Tenant', 'accept-language']);
  expect(upstream).toEqual({
    url: new URL(URL_OF_IT),
    headers: { authorization: 'Bearer a:b', 'x-empty': '' },
    forwarded: ['x-tenant', 'accept-language'],
  });
});

test.each(['', 'router', 'ftp://router/graphql', 'http://', '/graphql'])('refuses the URL %j', (url) => {
  expect(() => readUpstream(url)).toThrow('--upstream must be a URL of http or https');
});

test('refuses credentials in the URL, and does not repeat them', () => {
  expect(() => readUpstream('http://me:hunter2@router/graphql')).toThrow(/^(?!.*hunter2)--upstream cannot hold cred/);
});

test.each([
  [['no colon'], [], '--header must be written as "Name: value".'],
  [[': value'], [], '--header must be written as "Name: value".'],
  [['a b: c'], [], '--header: "a b" is not the name of a header.'],
  [['X-A: b\nX-B: c'], [], '--header: the value of x-a has characters that no header can hold.'],
  [['X-A: ☃'], [], '--header: the value of x-a has characters that no header can hold.'],
  [['Host: elsewhere'], [], '--header: host is set for each request to the upstream.'],
  [[], ['Content-Length'], '--forward-header: content-length is set for each request to the upstream.'],
  [[], ['x:y'], '--forward-header: "x:y" is not the name of a header.'],
])('refuses the headers %j and %j', (headers, forwarded, message) => {
  expect(() => readUpstream(URL_OF_IT, headers, forwarded)).toThrow(message);
});
