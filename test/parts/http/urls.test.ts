import { describe, expect, test } from 'vitest';
import {
  decodeQuery,
  encodeMatches,
  encodePath,
  encodeSegment,
  parseQuery,
  parseTarget,
  pathOf,
  splitTarget,
} from '../../../src/gateway/http/urls.ts';

describe('parseTarget', () => {
  describe('a target below the base path', () => {
    test.each<[string, string, string[], string]>([
      ['/', '', [], ''],
      ['', '', [], ''],
      ['/a/b', '', ['a', 'b'], ''],
      ['/a/b/', '', ['a', 'b'], ''],
      ['/a//b', '', ['a', '', 'b'], ''],
      ['/a//', '', ['a', ''], ''],
      ['//', '', [], ''],
      ['/a?b=c&d', '', ['a'], 'b=c&d'],
      ['/a/?b=/?c', '', ['a'], 'b=/?c'],
      ['/?', '', [], ''],
      ['/a%20b/%2F/%C3%BC', '', ['a b', '/', 'ü'], ''],
      ['/a+b', '', ['a+b'], ''],
      ['/a?b=%', '', ['a'], 'b=%'],
      ['/api', '/api', [], ''],
      ['/api/', '/api', [], ''],
      ['/api?a', '/api', [], 'a'],
      ['/api/x', '/api', ['x'], ''],
      ['http://example.com/a?b', '', ['a'], 'b'],
      ['HTTPS://user@example.com:80/api/a', '/api', ['a'], ''],
      ['x+y.z-1://h/a', '', ['a'], ''],
      ['http://example.com', '', [], ''],
      ['http://example.com?a', '', [], 'a'],
      ['/http://example.com/a', '', ['http:', '', 'example.com', 'a'], ''],
    ])('%s below %j → %j ? %j', (target, basePath, segments, query) => {
      expect(parseTarget(target, basePath)).toEqual({ segments, query });
    });
    test.each([
      ['/a', '/api'],
      ['/apis', '/api'],
      ['/API', '/api'],
      ['*', ''],
      ['a', ''],
      ['1http://h/a', ''],
    ])('%s is not below %j', (target, basePath) => {
      expect(parseTarget(target, basePath)).toBeUndefined();
    });
  });

  test.each(['/a#', '/a#b', '/a?b#c', '#', 'http://example.com/a#b'])('a fragment is refused: %s', (target) => {
    const message = 'The request target must not have a fragment; percent-encode # as %23.';
    expect(() => parseTarget(target, '')).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', message }));
    expect(() => parseTarget(target, '/api')).toThrow(message);
  });

  describe('percent-encoding that is not valid', () => {
    test.each(['/a/%', '/%zz', '/%C3', '/%ff'])('is refused: %s', (target) => {
      const message = `The path ${target} is not valid percent-encoding.`;
      expect(() => parseTarget(`${target}?q`, '')).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', message }));
    });
    test('is truncated in the message', () => {
      const message = `The path /${'a'.repeat(198)}… is not valid percent-encoding.`;
      expect(() => parseTarget(`/${'a'.repeat(300)}%`, '')).toThrow(message);
    });
  });

  test.each([
    ['/', ''],
    ['/a', '/a'],
    ['/a/', '/a'],
    ['/a//', '/a/'],
    ['/a%20?b', '/a%20'],
    ['/a/?b/', '/a'],
    ['http://h/a?b', '/a'],
    ['http://h', ''],
    ['http://h/', ''],
    ['*', '*'],
  ])('the path of %s is %j', (target, path) => {
    expect(pathOf(target)).toBe(path);
  });

  test.each([
    ['/a/?b?c', { path: '/a/', query: 'b?c' }],
    ['http://h:1/a', { path: '/a', query: '' }],
    ['http://h#f', { path: '#f', query: '' }],
    ['/a?', { path: '/a', query: '' }],
  ])('%s is split into %j', (target, expected) => {
    expect(splitTarget(target)).toEqual(expected);
  });
});

describe('parseQuery', () => {
  test.each<[string, Record<string, string[]>]>([
    ['', {}],
    ['&', {}],
    ['a', { a: [''] }],
    ['a=', { a: [''] }],
    ['a=1', { a: ['1'] }],
    ['a=1&b=2&a=3', { a: ['1', '3'], b: ['2'] }],
    ['&a=1&&', { a: ['1'] }],
    ['a=b=c', { a: ['b=c'] }],
    ['=1', { '': ['1'] }],
    ['=', { '': [''] }],
    ['a=%20+%zz', { a: ['%20+%zz'] }],
    ['%61+b=1&a%20b=2', { 'a b': ['1', '2'] }],
    ['%zz=1', { '%zz': ['1'] }],
    ['a;b=1', { 'a;b': ['1'] }],
    ['__proto__=1', Object.fromEntries([['__proto__', ['1']]])],
  ])('%s → %j', (query, expected) => {
    expect(Object.fromEntries(parseQuery(query))).toEqual(expected);
  });

  test.each<[string, string | undefined]>([
    ['', ''],
    ['a', 'a'],
    ['a+b+c', 'a b c'],
    ['a%2Bb', 'a+b'],
    ['+%C3%BC+', ' ü '],
    ['%', undefined],
    ['%C3', undefined],
    ['%zz', undefined],
    ['+%ff', undefined],
  ])('%s is decoded as %j', (raw, expected) => {
    expect(decodeQuery(raw)).toBe(expected);
  });
});

describe('encodePath', () => {
  test.each([
    ["/a-b/~c:@!$&'()*+,;=?d#e%20", "/a-b/~c:@!$&'()*+,;=?d#e%20"],
    ['/a b/ü/"{}', '/a%20b/%C3%BC/%22%7B%7D'],
    ['\ud800', '%EF%BF%BD'],
  ])('%j is %s', (text, encoded) => {
    expect(encodePath(text)).toBe(encoded);
  });
});

describe('encodeSegment', () => {
  test.each([
    ['', ''],
    ['a', 'a'],
    ['a b', 'a%20b'],
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['100%', '100%25'],
    ['Zürich', 'Z%C3%BCrich'],
    ['😀', '%F0%9F%98%80'],
    ['\ud83d', '%EF%BF%BD'],
    ['a\ude00b', 'a%EF%BF%BDb'],
    ["-_.!~*'()", "-_.!~*'()"],
  ])('the segment %j is %s', (text, expected) => {
    expect(encodeSegment(text)).toBe(expected);
  });

  test.each([
    ['a b', 'a%20b'],
    ['a/b', 'a/b'],
    ['<😀>', '%3C%F0%9F%98%80%3E'],
    ['\ud83d', '%EF%BF%BD'],
  ])('%j is %s outside a-z and /', (text, expected) => {
    expect(encodeMatches(/[^a-z/]/gu, text)).toBe(expected);
  });
});
