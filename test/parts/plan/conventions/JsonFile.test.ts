import { describe, expect, test } from 'vitest';
import { JsonFile, type JsonPath } from '../../../../src/gateway/plan/conventions/JsonFile.ts';
import { withFolder } from '../../../vocabulary/document/support/withFolder.ts';

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

const HINT = 'Write JSON: names and strings in double quotation marks, no comments, and no comma at an end.';

test.each([
  ['', `1:1: Syntax Error: Value expected. | ${HINT}`],
  ['{"a": 1,}', `1:9: Syntax Error: Property name expected. | ${HINT}`],
  ['{a: 1}', `1:2: Syntax Error: Invalid symbol. | ${HINT}`],
  ['{"a" 1}', `1:6: Syntax Error: Colon expected. | ${HINT}`],
  ['{"a": 1 "b": 2}', `1:9: Syntax Error: Comma expected. | ${HINT}`],
  ['{"a": [1', `1:9: Syntax Error: Close bracket expected. | ${HINT}`],
  ['{"a": 1', `1:8: Syntax Error: Close brace expected. | ${HINT}`],
  ['{} {}', `1:4: Syntax Error: End of file expected. | ${HINT}`],
  ['{\n // a\n}', `2:2: Syntax Error: Invalid comment token. | ${HINT}`],
  ['{"a": "b}', `1:7: Syntax Error: Unexpected end of string. | ${HINT}`],
  ['{"a": "\\d"}', `1:7: Syntax Error: Invalid escape character. | ${HINT}`],
  ['{"a": 1.}', `1:7: Syntax Error: Unexpected end of number. | ${HINT}`],
  ['{"a": "\\u12"}', `1:7: Syntax Error: Invalid unicode. | ${HINT}`],
  ['{"a": "\n"}', `1:7: Syntax Error: Unexpected end of string. | ${HINT}`],
  ['{"a": "\t"}', `1:7: Syntax Error: Invalid character. | ${HINT}`],
  ['[{"a": 1, "b": 2, "a": 3}]', '1:19: The key "a" is given twice. | Remove one of the two.'],
])('%s is refused', (text, error) => {
  expect(errorsOf(text)).toEqual([error]);
});

test('the value is that of JSON.parse', () => {
  const text = '{"a": [1.5e3, -0.1, true, false, null, {"b": "\\u00e9\\n"}], "": {}}';
  expect(open(text)).toMatchObject({ errors: [], value: JSON.parse(text) });
});
