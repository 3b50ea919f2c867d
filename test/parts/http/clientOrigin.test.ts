import type { IncomingHttpHeaders } from 'node:http';
import proxyAddr from 'proxy-addr';
import { describe, expect, test } from 'vitest';
import { clientAddress, isHost, originOf, parseForwarded } from '../../../src/gateway/http/clientOrigin.ts';

const peer = { address: '10.0.0.1', encrypted: false };
const trustsPeer = () => true;
const FORWARDED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.com' };

describe('originOf', () => {
  test('the public URL comes before everything', () => {
    const request = { target: 'http://b/', headers: { host: 'a', ...FORWARDED }, peer };
    expect(originOf(request, { publicUrl: 'https://public.example', trustsPeer })).toBe('https://public.example');
  });

  describe('without a trusted proxy it is the host of the request', () => {
    test.each<[string | undefined, string]>([
      ['example.com', 'http://example.com'],
      ['example.com:8080', 'http://example.com:8080'],
      ['Example.com', 'http://Example.com'],
      ['[2001:db8::1]:80', 'http://[2001:db8::1]:80'],
      ['a'.repeat(255), `http://${'a'.repeat(255)}`],
      ['a'.repeat(256), ''],
      [undefined, ''],
      ['', ''],
      ['example.com:', ''],
      ['example.com:65536', ''],
      ['a,b', ''],
      ["a'b", ''],
      ['a%20b', ''],
      ['[v1.a]', ''],
      ['example.com/path', ''],
      ['evil.com>; rel="next"', ''],
    ])('%j → %j', (host, expected) => {
      expect(originOf({ target: '/', headers: { host }, peer }, {})).toBe(expected);
      expect(originOf({ target: '/', headers: { host, ...FORWARDED }, peer }, { trustsPeer: () => false })).toBe(
        expected,
      );
      expect(originOf({ target: '/', headers: { host }, peer: { ...peer, encrypted: true } }, {})).toBe(
        expected.replace('http:', 'https:'),
      );
    });
    test('of an unknown peer too', () => {
      expect(originOf({ target: '/', headers: { host: 'a', ...FORWARDED } }, { trustsPeer })).toBe('http://a');
    });
  });

  describe('a target in absolute form has the scheme and the host', () => {
    test.each<[string, object, string]>([
      ['http://target.example/a', {}, 'http://target.example'],
      ['http://target.example:8080?a', {}, 'http://target.example:8080'],
      ['HTTPS://target.example', {}, 'https://target.example'],
      ['http://target.example/a', FORWARDED, 'https://api.example.com'],
      ['http://target.example/a', { 'x-forwarded-proto': 'https' }, 'https://target.example'],
      ['https://target.example/a', { 'x-forwarded-host': 'api.example.com' }, 'https://api.example.com'],
      ['http://a,b/', {}, ''],
      ['/http://target.example/', {}, 'http://inner'],
      ['*', {}, 'http://inner'],
    ])('%s, %j → %j', (target, headers, expected) => {
      expect(originOf({ target, headers: { host: 'inner', ...headers }, peer }, { trustsPeer })).toBe(expected);
    });
  });

  describe('behind a trusted proxy it is what the proxy forwards', () => {
    test.each<[object, string]>([
      [FORWARDED, 'https://api.example.com'],
      [{ 'x-forwarded-host': 'api.example.com' }, 'http://api.example.com'],
      [{ 'x-forwarded-proto': 'https' }, 'https://inner'],
      [{ 'x-forwarded-proto': 'HTTPS' }, 'https://inner'],
      [{ 'x-forwarded-proto': 'ftp' }, 'http://inner'],
      [{ 'x-forwarded-proto': 'xhttp' }, 'http://inner'],
      [{ 'x-forwarded-proto': 'httpsx' }, 'http://inner'],
      [{ 'x-forwarded-host': 'a b' }, 'http://inner'],
      [{ 'x-forwarded-host': 'a/b', 'x-forwarded-proto': 'https' }, 'https://inner'],
      [{ forwarded: 'host=api.example.com;proto=https' }, 'https://api.example.com'],
      [{}, 'http://inner'],
    ])('%j → %s', (headers, expected) => {
      expect(originOf({ target: '/', headers: { host: 'inner', ...headers }, peer }, { trustsPeer })).toBe(expected);
    });
    test('without a usable host there is no origin', () => {
      expect(originOf({ target: '/', headers: { 'x-forwarded-proto': 'https' }, peer }, { trustsPeer })).toBe('');
    });
    test('plain HTTP from the proxy overrides the encryption of its own connection', () => {
      const headers = { host: 'a', 'x-forwarded-proto': 'http' };
      expect(originOf({ target: '/', headers, peer: { ...peer, encrypted: true } }, { trustsPeer })).toBe('http://a');
    });
  });
});

const PEER = '10.0.0.1';
const trusts = proxyAddr.compile(['10.0.0.0/8', '::1', 'fc00::/7']);
const addressOf = (headers: IncomingHttpHeaders, address: string | undefined = PEER, isTrusted = trusts) =>
  clientAddress({ headers, peer: { address, encrypted: false } }, isTrusted);

describe('clientAddress', () => {
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
      const direct = { headers: headers('203.0.113.7'), peer: { address: PEER, encrypted: false } };
      expect(clientAddress(direct)).toBe(PEER);
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
});

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
    expect(parse(headers)).toEqual(expected);
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

describe('isHost', () => {
  test.each([
    'example.com',
    'EXAMPLE.com:8080',
    'example.com:',
    'localhost:0',
    'localhost:65535',
    '127.0.0.1:80',
    'a_b~c',
    "a!$&'()*+,;=b",
    '%C3%bc',
    '[::1]',
    '[2001:db8::1]:443',
    '[::ffff:127.0.0.1]',
    '[v1.a:b]',
    '[v1f.a]',
    '[VF.x]:1',
  ])('%s is valid', (value) => {
    expect(isHost(value)).toBe(true);
  });

  test.each([
    '',
    ':80',
    ' ',
    'a b',
    ' example.com',
    'example.com ',
    'example.com:65536',
    'example.com:8o',
    'example.com:-1',
    'example.com:80:80',
    'user@example.com',
    'example.com/path',
    'example.com?q',
    'a#b',
    'a"b',
    'a<b>',
    '%',
    '%4',
    '%zz',
    'ü',
    '::1',
    '[]',
    '[::1',
    '::1]',
    '[::1]x',
    'x[::1]',
    '[[::1]]',
    '[fe80::1%eth0]',
    '[127.0.0.1]',
    '[v1.]',
    '[v.a]',
    '[vg.a]',
    '[xv1.a]',
    '[v1.a b]',
    '[v1-a]',
    '[v1.a%20]',
    `${'a'.repeat(50_000)} `,
  ])('%s is not valid', (value) => {
    expect(isHost(value)).toBe(false);
  });
});
