import { expect, test } from 'vitest';
import { alignColumns } from '../../../../src/gateway/cli/alignColumns.ts';

test.each([
  [[], '', ''],
  [[['a', 'b']], '', 'a  b\n'],
  [
    [
      ['aa', 'b', 'c'],
      ['a', 'bbb', 'cc'],
    ],
    '',
    'aa  b    c\na   bbb  cc\n',
  ],
  [
    [
      ['a', ''],
      ['aa', 'b'],
    ],
    '',
    'a\naa  b\n',
  ],
  [[['a'], ['b', 'c']], '  ', '  a\n  b  c\n'],
])('%j, indented by "%s"', (rows, indent, text) => {
  expect(alignColumns(rows, indent)).toBe(text);
});
