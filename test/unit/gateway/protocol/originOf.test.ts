import { describe, expect, test } from 'vitest';
import { originOf } from '../../../../src/gateway/protocol/originOf.ts';

const peer = { address: '10.0.0.1', encrypted: false };
const trustsPeer = () => true;
const FORWARDED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.com' };

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
