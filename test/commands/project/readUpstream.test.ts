import { describe, expect, test } from 'vitest';
import { findHeaderFault, findUrlFault } from '../../../src/gateway/execute/remote/Upstream.ts';
import { readUpstream } from '../../../src/project/readSources.ts';

const URL_OF_IT = 'https://router.internal/graphql';

describe('readUpstream', () => {
  test('reads the URL, the static headers and the names of forwarded headers', () => {
    const upstream = readUpstream(
      URL_OF_IT,
      ['Authorization: Bearer a:b', 'X-Empty:'],
      ['X-Tenant', 'accept-language'],
    );
    expect(upstream).toEqual({
      url: new URL(URL_OF_IT),
      headers: { authorization: 'Bearer a:b', 'x-empty': '' },
      forwarded: ['x-tenant', 'accept-language'],
    });
  });

  test.each(['', 'router', 'ftp://router/graphql', 'http://', '/graphql'])('refuses the URL %j', (url) => {
    expect(() => readUpstream(url)).toThrow('--upstream must be an http or https URL');
  });

  test('refuses credentials in the URL, and does not repeat them', () => {
    expect(() => readUpstream('http://me:hunter2@router/graphql')).toThrow(
      /^(?!.*hunter2)--upstream must not contain cred/,
    );
  });

  test.each([
    [['no colon'], [], '--upstream-header must have the form "Name: value".'],
    [[': value'], [], '--upstream-header must have the form "Name: value".'],
    [['a b: c'], [], '--upstream-header: "a b" is not a valid header name.'],
    [['X-A: b\nX-B: c'], [], '--upstream-header: the value of x-a has invalid characters.'],
    [['X-A: ☃'], [], '--upstream-header: the value of x-a has invalid characters.'],
    [['Host: elsewhere'], [], '--upstream-header: host cannot be set; Portico sets it for each upstream request.'],
    [
      [],
      ['Content-Length'],
      '--forward-header: content-length cannot be set; Portico sets it for each upstream request.',
    ],
    [[], ['x:y'], '--forward-header: "x:y" is not a valid header name.'],
  ])('refuses the headers %j and %j', (headers, forwarded, message) => {
    expect(() => readUpstream(URL_OF_IT, headers, forwarded)).toThrow(message);
  });
});

describe('findUrlFault', () => {
  test.each(['http://localhost:4100/graphql', 'https://api.example.com/'])('accepts %s', (url) => {
    expect(findUrlFault(url)).toBeUndefined();
  });

  test.each([
    ['', /^must be an http or https URL such as/],
    ['ftp://x/', /^must be an http or https URL such as/],
    ['http://', /^must be an http or https URL such as/],
    ['http://me:hunter2@router/', /^must not contain credentials; (?!.*hunter2)/],
  ])('refuses %j', (url, message) => {
    expect(findUrlFault(url)).toMatch(message);
  });
});

describe('findHeaderFault', () => {
  test.each([
    ['Authorization', 'Bearer a'],
    ['x-empty', ''],
    ['X-Tenant', undefined],
  ])('accepts %s: %s', (name, value) => {
    expect(findHeaderFault(name, value)).toBeUndefined();
  });

  test.each([
    ['a b', 'c', '"a b" is not a valid header name.'],
    ['Host', 'c', 'host cannot be set; Portico sets it for each upstream request.'],
    ['X-Key', 'secret\n', 'the value of x-key has invalid characters.'],
  ])('refuses %s: %j, and does not repeat the value', (name, value, message) => {
    expect(findHeaderFault(name, value)).toBe(message);
  });
});
