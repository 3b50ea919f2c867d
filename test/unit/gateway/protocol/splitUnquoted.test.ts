import { expect, test } from 'vitest';
import { splitUnquoted } from '../../../../src/gateway/protocol/splitUnquoted.ts';

test.each([
  ['', ['']],
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  [',', ['', '']],
  [' a , b ', [' a ', ' b ']],
  ['"a,b",c', ['"a,b"', 'c']],
  ['a="x,y",b="z"', ['a="x,y"', 'b="z"']],
  ['"a\\\\",b', ['"a\\\\"', 'b']],
  ['"a\\",b",c', ['"a\\",b"', 'c']],
  ['a\\,"b"', ['a\\', '"b"']],
  ['"a,b', ['"a,b']],
  ['x,"a,b', ['x', '"a,b']],
  ['"",a', ['""', 'a']],
  ['",', ['",']],
])('%j → %j', (text, expected) => {
  expect(splitUnquoted(text, ',')).toEqual(expected);
});

test('splits at another separator', () => expect(splitUnquoted('a,b;"c;d"', ';')).toEqual(['a,b', '"c;d"']));
test('takes linear time', () => {
  expect(splitUnquoted(`"${'\\"'.repeat(200_000)}`, ',')).toHaveLength(1);
});
