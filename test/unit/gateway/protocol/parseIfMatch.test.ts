import { expect, test } from 'vitest';
import { type IfMatch, parseIfMatch } from '../../../../src/gateway/protocol/parseIfMatch.ts';

const tag = (value: string, isWeak = false): IfMatch => ({ kind: 'tag', isWeak, value });

test.each<[string, IfMatch]>([
  ['"5"', tag('5')],
  [' "5.aB_-" ', tag('5')],
  ['"1.2.sum"', tag('1.2')],
  ['"a,b"', tag('a,b')],
  ['""', tag('')],
  ['W/"5"', tag('5', true)],
  ['*', { kind: 'any' }],
  ['"5", "6"', { kind: 'several' }],
  ['"5", W/"6"', { kind: 'several' }],
  ['5', { kind: 'invalid' }],
  ['"5', { kind: 'invalid' }],
  ['w/"5"', { kind: 'invalid' }],
  ['', { kind: 'invalid' }],
])('%s', (header, expected) => {
  expect(parseIfMatch(header)).toEqual(expected);
});
