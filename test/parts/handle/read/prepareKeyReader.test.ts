import { expect, test } from 'vitest';
import { parseIdempotencyKey } from '../../../../src/gateway/handle/read/prepareParameterReaders.ts';

const key = (text: string) => ({ key: text });
const several = { problem: 'must be given only once; a key with a comma must be in double quotes' };
const invalid = { problem: 'must be 1 to 255 visible ASCII characters, in double quotes or without' };

test.each<[string, object]>([
  ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', key('8e03978e-40d5-43dd-bc93-6894a57f9324')],
  ['8e03978e-40d5-43dd-bc93-6894a57f9324', key('8e03978e-40d5-43dd-bc93-6894a57f9324')],
  [' "a" ', key('a')],
  ['"a,b"', key('a,b')],
  [String.raw`"a\"b\\c"`, key(String.raw`a"b\c`)],
  [String.raw`a\b`, key(String.raw`a\b`)],
  ['x'.repeat(255), key('x'.repeat(255))],
  [`"${'x'.repeat(255)}"`, key('x'.repeat(255))],
  ['x'.repeat(256), invalid],
  [`"${'x'.repeat(256)}"`, invalid],
  ['', invalid],
  ['""', invalid],
  ['"', invalid],
  ['"a', invalid],
  ['"a"b', invalid],
  ['"a,b', invalid],
  [String.raw`"a\",b`, invalid],
  ['"a";b=1', invalid],
  [String.raw`"a\b"`, invalid],
  ['a b', invalid],
  ['"a b"', invalid],
  ['é', invalid],
  ['"é"', invalid],
  ['a\tb', invalid],
  ['a, b', several],
  ['a,b', several],
  ['"a", "b"', several],
  ['"a","a"', several],
  ['a, "b,c"', several],
  [',', several],
])('%s', (header, expected) => {
  expect(parseIdempotencyKey(header)).toEqual(expected);
});
