import { describe, expect, test } from 'vitest';
import { alignColumns, escapeControls, escapeUnstyled } from '../../../src/project/Report.ts';

describe('alignColumns', () => {
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
});

describe('escapeControls', () => {
  test.each([
    ['a title of the terminal', '\u001B]0;PWNED\u0007', '\\u001b]0;PWNED\\u0007'],
    ['a colour', '\u001B[31mno\u001B[39m', '\\u001b[31mno\\u001b[39m'],
    ['DEL and C1', '\u007F\u0080\u009B2J\u009F', '\\u007f\\u0080\\u009b2J\\u009f'],
    ['a line that is overwritten', 'ok\rno\0\b\v\f', 'ok\\u000dno\\u0000\\u0008\\u000b\\u000c'],
    ['tabs and line breaks', '\ta\n\r\nb', '\ta\n\r\nb'],
    ['other text', 'Zoë – 日本 😀\u00A0', 'Zoë – 日本 😀\u00A0'],
  ])('escapes %s', (_, text, escaped) => {
    expect(escapeControls(text)).toBe(escaped);
  });

  test('keeps colours and weights where they are wanted', () => {
    const text = '\u001B[1m\u001B[31mno\u001B[39m\u001B[22m';
    expect(escapeUnstyled(`${text}\u001B[8m\u001B]0;x\u0007`)).toBe(`${text}\\u001b[8m\\u001b]0;x\\u0007`);
  });
});
