import { expect, test } from 'vitest';
import { callerKey } from '../../../../src/gateway/guard/limits/callerKey.ts';

const peer = { address: '192.0.2.1', encrypted: false };
const keyOf = (subject: string | null, address: string | undefined = peer.address, claims: object = {}) =>
  callerKey(subject === null ? null : { subject, claims: { ...claims } }, { headers: {}, peer: { ...peer, address } });

test.each([
  ['ada', 'subject:ada'],
  ['', 'address:192.0.2.1'],
  [null, 'address:192.0.2.1'],
  ['address:192.0.2.1', 'subject:address:192.0.2.1'],
  ['x'.repeat(64), `subject:${'x'.repeat(64)}`],
  ['x'.repeat(65), 'subject-sha256:lTfF_fEgSC99WNJentWD9SwCtOME6oFNsWM61WWu1-k'],
])('the key of the subject %j', (subject, key) => expect(keyOf(subject)).toBe(key));

test.each([
  [{ client_id: 'app', azp: 'other' }, 'client:app'],
  [{ azp: 'app' }, 'client:app'],
  [{ client_id: '', azp: 'app' }, 'client:app'],
  [{ client_id: ['app'] }, 'address:192.0.2.1'],
])('the key of a token without a subject, with the claims %j', (claims, key) => {
  expect(keyOf('', peer.address, claims)).toBe(key);
  expect(keyOf('ada', peer.address, claims)).toBe('subject:ada');
});

test('with several issuers, the key has the issuer, too', () => {
  const keyWith = (caller: Parameters<typeof callerKey>[0]) => callerKey(caller, { headers: {}, peer });
  expect(keyWith({ issuer: 'https://i.example', subject: 'ada', claims: {} })).toBe(
    'subject:["https://i.example","ada"]',
  );
  expect(keyWith({ issuer: 'https://i.example', subject: '', claims: { azp: 'app' } })).toBe(
    'client:["https://i.example","app"]',
  );
  expect(keyWith({ issuer: 'https://i.example', subject: '', claims: {} })).toBe('address:192.0.2.1');
});

test('the key of an address is its network', () => {
  expect(keyOf(null, '::ffff:192.0.2.1')).toBe('address:192.0.2.1');
  expect(keyOf(null, '2001:db8::1')).toBe('address:2001:db8:0:0::/64');
});

test('an address is taken from the headers of trusted proxies only', () => {
  const request = { headers: { 'x-forwarded-for': '203.0.113.9' }, peer };
  expect(callerKey(null, request)).toBe('address:192.0.2.1');
  expect(callerKey(null, request, (address) => address === peer.address)).toBe('address:203.0.113.9');
});

test('without an address there is one key', () => {
  expect(callerKey(null, { headers: {} })).toBe('address:');
  expect(callerKey(null, { headers: {}, peer: { address: undefined, encrypted: false } })).toBe('address:');
});
