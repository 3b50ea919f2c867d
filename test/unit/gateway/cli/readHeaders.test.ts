import { expect, test } from 'vitest';
import { readHeaders } from '../../../../src/gateway/cli/readHeaders.ts';

test.each<[string, string[] | undefined, string | undefined, Record<string, string>]>([
  ['none', undefined, undefined, {}],
  ['names in lower case', ['X-Brief: true'], undefined, { 'x-brief': 'true' }],
  ['values without white space around them', ['a:  b c '], undefined, { a: 'b c' }],
  ['values with colons', ['a: b:c'], undefined, { a: 'b:c' }],
  ['the last of two', ['a: b', 'A: c'], undefined, { a: 'c' }],
  ['Accept of its own option', ['accept: a/b'], 'c/d', { accept: 'c/d' }],
])('reads %s', (_, headers, accept, expected) => {
  expect(readHeaders(headers, accept)).toEqual(expected);
});

test.each(['a', ': b', 'a b: c', ''])('refuses "%s"', (header) => {
  expect(() => readHeaders([header])).toThrow('--header must be "Name: value".');
});
