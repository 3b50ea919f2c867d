import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { parseForwarded } from '../../../../src/gateway/protocol/parseForwarded.ts';

const PROXIES = new Set(['10.0.0.1', '10.0.0.2', '10.0.0.3', '::1', '2001:db8::7', '10:0']);
const isTrusted = (address: string) => PROXIES.has(address);
const parse = (headers: IncomingHttpHeaders, address: string | undefined = '10.0.0.1') =>
  parseForwarded({ headers, peer: { address, encrypted: false } }, isTrusted);

describe('nothing is taken', () => {
  const headers = { 'x-forwarded-host': 'a', forwarded: 'host=b' };
  test('of a peer that is not trusted', () => expect(parse(headers, '192.0.2.1')).toEqual({}));
  test('of an unknown peer', () => expect(parseForwarded({ headers }, () => true)).toEqual({}));
  test('of a closed connection', () => {
    expect(parseForwarded({ headers, peer: { address: undefined, encrypted: true } }, () => true)).toEqual({});
  });
  test('where nothing is forwarded', () => expect(parse({})).toEqual({}));
});

describe('X-Forwarded headers', () => {
  test.each<[string, object, object]>([
    ['both', { proto: 'https', host: 'a' }, { proto: 'https', host: 'a' }],
    ['the host alone', { host: 'a' }, { host: 'a' }],
    ['the scheme alone', { proto: 'https' }, { proto: 'https' }],
    ['the last value, as the next address is not trusted', { host: 'evil, a', for: '192.0.2.9' }, { host: 'a' }],
    ['the last value without addresses', { host: 'evil, a' }, { host: 'a' }],
    ['one value further left per trusted address', { host: 'evil, a, b', for: '192.0.2.9, 10.0.0.2' }, { host: 'a' }],
    ['two values', { host: 'evil, a, b, c', for: '10.0.0.3, 10.0.0.2' }, { host: 'a' }],
    ['the first value where there are fewer than proxies', { host: 'a', for: '10.0.0.3, 10.0.0.2' }, { host: 'a' }],
    ['no address beyond one that is not trusted', { host: 'x, y, a', for: '10.0.0.3, 192.0.2.9' }, { host: 'a' }],
    ['a trusted address with a port', { host: 'evil, a, b', for: '10.0.0.2:80' }, { host: 'a' }],
    ['a trusted IPv6 address', { host: 'evil, a, b', for: '2001:db8::7' }, { host: 'a' }],
    ['a trusted IPv6 address in brackets', { host: 'evil, a, b', for: '[2001:db8::7]' }, { host: 'a' }],
    ['a trusted IPv6 address with a port', { host: 'evil, a, b', for: '[2001:db8::7]:80' }, { host: 'a' }],
    ['no name instead of an address', { host: 'x, a', for: 'unknown' }, { host: 'a' }],
    ['no address with more around it', { host: 'x, a', for: 'x10.0.0.2' }, { host: 'a' }],
    ['no address with more behind it', { host: 'x, a', for: '10.0.0.2x' }, { host: 'a' }],
    ['no address that is too short', { host: 'x, a', for: '10:0:0' }, { host: 'a' }],
    ['odd whitespace and empty values', { host: ' , evil ,, a , ' }, { host: 'a' }],
    ['several lines', { host: ['evil', 'a'] }, { host: 'a' }],
  ])('%s', (_, values, expected) => {
    const headers = Object.fromEntries(Object.entries(values).map(([name, value]) => [`x-forwarded-${name}`, value]));
    expect(parse(headers)).toStrictEqual(expected);
  });

  test('come before Forwarded', () => {
    expect(parse({ 'x-forwarded-proto': 'https', forwarded: 'host=b;proto=http' })).toEqual({ proto: 'https' });
  });
  test('that are empty do not', () => {
    expect(parse({ 'x-forwarded-proto': ' , ', forwarded: 'host=b' })).toEqual({ host: 'b' });
  });
  test('count the hops from the peer', () => {
    const hops: [string, number][] = [];
    const headers = { 'x-forwarded-host': 'a', 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 3.3.3.3' };
    parseForwarded({ headers, peer: { address: '4.4.4.4', encrypted: false } }, (address, hop) => {
      hops.push([address, hop]);
      return hop < 2;
    });
    expect(hops).toEqual([
      ['4.4.4.4', 0],
      ['3.3.3.3', 1],
      ['2.2.2.2', 2],
    ]);
  });
});

// See RFC 7239, sections 4 and 7.
describe('Forwarded', () => {
  test.each<[string, object]>([
    ['proto=https;host=a', { proto: 'https', host: 'a' }],
    ['for=192.0.2.60;proto=http;by=203.0.113.43', { proto: 'http' }],
    ['Host=a ; PROTO = https', { proto: 'https', host: 'a' }],
    ['host="a:8080"', { host: 'a:8080' }],
    ['host="a;b,c"', { host: 'a;b,c' }],
    ['host="a\\\\\\"b"', { host: 'a\\"b' }],
    ['host="a', { host: '"a' }],
    ['host=a;host=b', { host: 'a' }],
    ['host=evil, host=a', { host: 'a' }],
    ['host=evil, host=a;for=192.0.2.9, host=b;for=10.0.0.2', { host: 'a' }],
    ['host=evil;for=10.0.0.2, host=a;for="[2001:db8::7]:1", host=b;for="10.0.0.3:4711"', { host: 'evil' }],
    ['host=a;for=10.0.0.2', { host: 'a' }],
    ['for=192.0.2.43, for="[2001:db8:cafe::17]"', {}],
    ['for=unknown;host=x, for=_hidden;host=a', { host: 'a' }],
    ['host', {}],
    ['', {}],
    [',', {}],
  ])('%s → %j', (forwarded, expected) => {
    expect(parse({ forwarded })).toEqual(expected);
  });
});
