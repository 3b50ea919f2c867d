import { describe, expect, test } from 'vitest';
import { parseTarget, pathOf, splitTarget } from '../../../../src/gateway/protocol/parseTarget.ts';

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
