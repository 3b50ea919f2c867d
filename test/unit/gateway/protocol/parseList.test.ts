import { expect, test } from 'vitest';
import { parseList } from '../../../../src/gateway/protocol/parseList.ts';

test.each<[string | undefined, string[]]>([
  [undefined, []],
  ['', []],
  [' , ,', []],
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  ['  a b ,\tc , ', ['a b', 'c']],
  ['"a,b"', ['"a', 'b"']],
])('%j → %j', (header, expected) => {
  expect(parseList(header)).toEqual(expected);
});
