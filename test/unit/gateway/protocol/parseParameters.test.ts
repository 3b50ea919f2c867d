import { expect, test } from 'vitest';
import { parsePairs, parseParameters } from '../../../../src/gateway/protocol/parseParameters.ts';

test.each<[string, string, Record<string, string>]>([
  ['', '', {}],
  ['a', 'a', {}],
  [' a ', 'a', {}],
  ['a;', 'a', {}],
  ['a;b=c', 'a', { b: 'c' }],
  ['a ; B = C ', 'a', { b: 'C' }],
  ['a;b="c;d=e";f=g', 'a', { b: 'c;d=e', f: 'g' }],
  ['a;b="c\\"d\\\\"', 'a', { b: 'c"d\\' }],
  ['a;b="c\nd\\\ne"', 'a', { b: 'c\nd\ne' }],
  ['a;b=""', 'a', { b: '' }],
  ['a;b="', 'a', { b: '"' }],
  ['a;b="c', 'a', { b: '"c' }],
  ['a;b=c"', 'a', { b: 'c"' }],
  ['a;b=x"c"', 'a', { b: 'x"c"' }],
  ['a;b=c=d', 'a', { b: 'c=d' }],
  ['a;b', 'a', {}],
  ['a;=c', 'a', {}],
  ['a;b=1;B=2', 'a', { b: '1' }],
  ['"a;b";c=d', '"a;b"', { c: 'd' }],
])('%j is %j with %j', (text, value, parameters) => {
  const parsed = parseParameters(text);
  expect([parsed.value, Object.fromEntries(parsed.parameters)]).toEqual([value, parameters]);
});

test('pairs can stand alone', () =>
  expect(parsePairs(['a=1', ' b="2"'])).toEqual(
    new Map([
      ['a', '1'],
      ['b', '2'],
    ]),
  ));
