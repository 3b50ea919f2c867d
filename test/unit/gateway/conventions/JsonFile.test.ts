import { describe, expect, test } from 'vitest';
import { JsonFile, type JsonPath } from '../../../../src/gateway/conventions/JsonFile.ts';
import { withFolder } from '../document/support/withFolder.ts';

const open = (text: string) => withFolder({ 'a.json': text }, (folder) => new JsonFile(`${folder}/a.json`));
const errorsOf = (text: string) =>
  open(text).errors.map(({ line, column, message, hint }) => `${line}:${column}: ${message} | ${hint}`);

describe('a position', () => {
  const file = open('{\r\n  "a": {"b": [1, "x"]},\n\t"c.d": null }');
  test.each<[JsonPath, 'key' | 'value', number, number]>([
    [[], 'value', 1, 1],
    [[], 'key', 1, 1],
    [['a'], 'key', 2, 3],
    [['a'], 'value', 2, 8],
    [['a', 'b'], 'key', 2, 9],
    [['a', 'b', 1], 'value', 2, 18],
    [['a', 'b', 1], 'key', 2, 18],
    [['c.d'], 'value', 3, 9],
    [['a', 'missing'], 'value', 2, 3],
    [['missing', 'deep'], 'value', 1, 1],
  ])('of %j, its %s, is %i:%i', (path, part, line, column) => {
    expect(file.diagnostic(path, part, 'message', 'hint')).toMatchObject({
      line,
      column,
      message: 'message',
      hint: 'hint',
    });
  });

  test('is known for what the file has', () => {
    expect([['a', 'b', 0], ['c.d'], ['a', 'c'], ['a', 'b', 2]].map((path) => file.has(path))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

test.each([
  ['', '1:1: Syntax Error: Expected a value. | Write the value, or remove the comma before it.'],
  [
    '{"a": 1,}',
    '1:9: Syntax Error: Expected a key in double quotation marks. | Write the key, or remove the comma before it.',
  ],
  ['{a: 1}', '1:2: Syntax Error: Unexpected word. | Write strings in double quotation marks.'],
  ['{"a" 1}', '1:6: Syntax Error: Expected a colon. | Write a colon between a key and its value.'],
  ['{"a": 1 "b": 2}', '1:9: Syntax Error: Expected a comma. | Write a comma between two elements.'],
  ['{"a": [1', '1:9: Syntax Error: Expected "]". | Close the array.'],
  ['{"a": 1', '1:8: Syntax Error: Expected "}". | Close the object.'],
  ['{} {}', '1:4: Syntax Error: Unexpected text after the end. | Remove it.'],
  ['{\n // a\n}', '2:2: Syntax Error: JSON has no comments. | Remove the comment.'],
  ['{"a": "b}', '1:7: Syntax Error: Unterminated string. | Close the string with a double quotation mark.'],
  ['{"a": "\\d"}', '1:7: Syntax Error: Unknown escape sequence. | Write a backslash as \\\\.'],
  ['{"a": 1.}', '1:7: Syntax Error: Malformed number. | Write a number such as 1 or 0.5.'],
  ['{"a": "\\u12"}', '1:7: Syntax Error: Malformed escape sequence. | Write \\u with four hexadecimal digits.'],
  ['{"a": "\n"}', '1:7: Syntax Error: Unterminated string. | Close the string with a double quotation mark.'],
  ['{"a": "\t"}', '1:7: Syntax Error: Control character in a string. | Write an escape sequence such as \\n.'],
  ['[{"a": 1, "b": 2, "a": 3}]', '1:19: The key "a" is given twice. | Remove one of the two.'],
])('%s is refused', (text, error) => {
  expect(errorsOf(text)).toEqual([error]);
});

test('the value is that of JSON.parse', () => {
  const text = '{"a": [1.5e3, -0.1, true, false, null, {"b": "\\u00e9\\n"}], "": {}}';
  expect(open(text)).toMatchObject({ errors: [], value: JSON.parse(text) });
});
