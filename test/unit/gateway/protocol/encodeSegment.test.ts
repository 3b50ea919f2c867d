import { expect, test } from 'vitest';
import { encodeMatches, encodeSegment } from '../../../../src/gateway/protocol/encodeSegment.ts';

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
