import type { IncomingHttpHeaders } from 'node:http';
import proxyAddr from 'proxy-addr';
import { describe, expect, test } from 'vitest';
import { clientAddress } from '../../../../src/gateway/protocol/clientAddress.ts';

const PEER = '10.0.0.1';
const trusts = proxyAddr.compile(['10.0.0.0/8', '::1', 'fc00::/7']);
const addressOf = (headers: IncomingHttpHeaders, address: string | undefined = PEER, isTrusted = trusts) =>
  clientAddress({ headers, peer: { address, encrypted: false } }, isTrusted);

describe.each([
  ['X-Forwarded-For', (text: string) => ({ 'x-forwarded-for': text })],
  [
    'Forwarded',
    (text: string) => ({
      forwarded: text
        .split(',')
        .map((each) => `proto=https;for="${/:.*:/.test(each) ? `[${each.trim()}]` : each.trim()}"`)
        .join(', '),
    }),
  ],
])('%s', (_, headers) => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    // The client's own value is further left.
    ['192.0.2.66, 203.0.113.7', '203.0.113.7'],
    ['192.0.2.66, 203.0.113.7, 10.0.0.2, fc00::2', '203.0.113.7'],
    // A client within the trusted network.
    ['10.0.0.3, 10.0.0.2', '10.0.0.3'],
    // A proxy that does not say who its client is stands for its clients.
    ['unknown', PEER],
    ['203.0.113.7, unknown', PEER],
    ['203.0.113.7, _hidden, 10.0.0.2', '10.0.0.2'],
    ['203.0.113.7, 999.1.1.1', PEER],
    ['203.0.113.7, not an address', PEER],
  ])('%s is %s', (text, address) => expect(addressOf(headers(text))).toBe(address));

  test('of a peer that is not trusted does not count', () => {
    expect(addressOf(headers('203.0.113.7'), '192.0.2.9')).toBe('192.0.2.9');
    const { headers: own, peer } = { headers: headers('203.0.113.7'), peer: { address: PEER, encrypted: false } };
    expect(clientAddress({ headers: own, peer })).toBe(PEER);
  });
});

test('IPv6 in Forwarded may have a port', () => {
  expect(addressOf({ forwarded: 'For="[2001:db8::1]:4711"' })).toBe('2001:db8::1');
});

test('X-Forwarded-For comes before Forwarded', () => {
  expect(addressOf({ 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.8' })).toBe('203.0.113.7');
});

test('without forwarding headers it is the peer', () => {
  expect(addressOf({})).toBe(PEER);
  expect(addressOf({ 'x-forwarded-for': '' })).toBe(PEER);
  expect(addressOf({ forwarded: '' })).toBe(PEER);
  expect(addressOf({ forwarded: 'proto=https' })).toBe(PEER);
  expect(clientAddress({ headers: {} }, trusts)).toBeUndefined();
});
