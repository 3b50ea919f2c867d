// Whose requests count together. That clients feel it is in `test/promises/settings/rateLimit.test.ts`.
import { describe, expect, test } from 'vitest';
import { callerKey } from '../../../../src/gateway/server.ts';

const peer = { address: '192.0.2.1', encrypted: false };
type Known = Partial<NonNullable<Parameters<typeof callerKey>[0]>>;
const keyOf = (caller: Known | null, address: string | undefined = peer.address) =>
  callerKey(caller && { subject: '', claims: {}, ...caller }, { headers: {}, peer: { ...peer, address } });

const issuer = 'https://i.example';
test.each<[Known | null, string]>([
  [null, 'address:192.0.2.1'],
  [{}, 'address:192.0.2.1'],
  [{ subject: 'ada', claims: { client_id: 'app' } }, 'subject:ada'],
  [{ subject: 'address:192.0.2.1' }, 'subject:address:192.0.2.1'],
  [{ subject: 'x'.repeat(64) }, `subject:${'x'.repeat(64)}`],
  [{ subject: 'x'.repeat(65) }, 'subject-sha256:lTfF_fEgSC99WNJentWD9SwCtOME6oFNsWM61WWu1-k'],
  [{ claims: { client_id: 'app', azp: 'other' } }, 'client:app'],
  [{ claims: { client_id: '', azp: 'app' } }, 'client:app'],
  [{ claims: { client_id: ['app'] } }, 'address:192.0.2.1'],
  // With several issuers, the key has the issuer, too.
  [{ issuer, subject: 'ada' }, 'subject:["https://i.example","ada"]'],
  [{ issuer, claims: { azp: 'app' } }, 'client:["https://i.example","app"]'],
  [{ issuer }, 'address:192.0.2.1'],
])('the key of the caller %j is %s', (caller, key) => expect(keyOf(caller)).toBe(key));

test.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.255', '192.0.2.255'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['::ffff:0:1', '0.0.0.1'],
  ['::ffff:1:2:3', '0:0:0:0::/64'],
  ['1::ffff:c000:201', '1:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::', '2001:db8:1:2::/64'],
  ['2001:db8:0:0:1::1', '2001:db8:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
])('the key of the address %s is that of %s', (address, network) => {
  expect(keyOf(null, address)).toBe(`address:${network}`);
});

/** Proxies of 10.0.0.0/8 are trusted, as many as `hops`. */
const behind = (headers: Readonly<Record<string, string>>, address: string | undefined = '10.0.0.1', hops = 9) =>
  callerKey(
    null,
    { headers, peer: { address, encrypted: false } },
    (each, hop) => each.startsWith('10.') && hop < hops,
  );

describe.each<[string, (text: string) => Record<string, string>]>([
  ['X-Forwarded-For', (text) => ({ 'x-forwarded-for': text })],
  ['Forwarded', (text) => ({ forwarded: text.replaceAll(/[^, ][^,]*/g, 'proto=https;For="$&"') })],
])('the address in %s', (_, headers) => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
    // The client's own value is further left.
    ['192.0.2.66, 203.0.113.7', '203.0.113.7'],
    ['192.0.2.66, 203.0.113.7, 10.0.0.3, 10.0.0.2', '203.0.113.7'],
    // A client within the trusted network.
    ['10.0.0.3, 10.0.0.2', '10.0.0.3'],
    // A proxy that does not say who its client is stands for its clients.
    ['unknown', '10.0.0.1'],
    ['203.0.113.7, unknown', '10.0.0.1'],
    ['203.0.113.7, _hidden, 10.0.0.2', '10.0.0.2'],
    ['203.0.113.7, 999.1.1.1', '10.0.0.1'],
  ])('%s is %s', (text, address) => {
    expect(behind(headers(text))).toBe(`address:${address}`);
    expect(behind(headers(text), '192.0.2.9')).toBe('address:192.0.2.9');
    expect(callerKey(null, { headers: headers(text), peer })).toBe('address:192.0.2.1');
  });
});

test('the address is that of the last trusted hop, of the first header, or of the peer', () => {
  expect(behind({ 'x-forwarded-for': '10.0.0.4, 10.0.0.3, 10.0.0.2' }, '10.0.0.1', 2)).toBe('address:10.0.0.3');
  expect(behind({ 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.8' })).toBe('address:203.0.113.7');
  for (const headers of [
    {} as Record<string, string>,
    { 'x-forwarded-for': '' },
    { forwarded: '' },
    { forwarded: 'proto=https' },
  ]) {
    expect(behind(headers)).toBe('address:10.0.0.1');
  }
});

test('without an address there is one key', () => {
  expect(callerKey(null, { headers: {} })).toBe('address:');
  expect(callerKey(null, { headers: {}, peer: { address: undefined, encrypted: false } })).toBe('address:');
});
