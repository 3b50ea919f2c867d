import { expect, test } from 'vitest';
import { decodeQuery, parseQuery } from '../../../../src/gateway/protocol/parseQuery.ts';

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
