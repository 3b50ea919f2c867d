import { toUSVString } from 'node:util';
import { expect, test } from 'vitest';
import { dateValue, decodeTagValue, headerValue, tagValue } from '../../../../src/gateway/protocol/headerValue.ts';

test.each([
  ['a b', 'a b', 'a%20b'],
  ['100%', '100%', '100%25'],
  [' x\t', 'x', '%20x%09'],
  ['a\r\nSet-Cookie: x', 'a%0D%0ASet-Cookie: x', 'a%0D%0ASet-Cookie:%20x'],
  ['é', '%C3%A9', '%C3%A9'],
  ['\ud800', '%EF%BF%BD', '%EF%BF%BD'],
  ['a"b\\', 'a"b\\', 'a%22b\\'],
  ['', '', ''],
])('%j is sent as %j, and as %j in an entity tag', (text, value, tag) => {
  expect([headerValue(text), tagValue(text)]).toEqual([value, tag]);
  expect(decodeTagValue(tag)).toBe(toUSVString(text));
});

test('a text that is too long is not sent', () => {
  expect([headerValue('x'.repeat(8000))?.length, headerValue('é'.repeat(1334)), tagValue('x'.repeat(8001))]).toEqual([
    8000,
    undefined,
    undefined,
  ]);
});

test.each([
  ['2026-01-31T12:00:00+01:00', 'Sat, 31 Jan 2026 11:00:00 GMT'],
  [0, 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['2026-01-31t12:00:00.5z', 'Sat, 31 Jan 2026 12:00:00 GMT'],
  ['soon', undefined],
  ['Book 1', undefined],
  ['1', undefined],
  [[5], undefined],
  ['2026-01-31', undefined],
  ['9999-12-31T23:59:59-01:00', undefined],
  [1e12, undefined],
  [1e300, undefined],
])('the date %j is sent as %j', (value, text) => {
  expect(dateValue(value)).toBe(text);
});
