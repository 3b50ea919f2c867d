import { describe } from 'vitest';
import { query, testTable } from './support/table.ts';

const EMPTY = 'Write an operation, such as query name @endpoint(…) { field }.';
const deep = (levels: number) => `${'{and: ['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`;
const side = Array.from({ length: 300 }, (_, index) => `s${index}: shelves { name }`).join(' ');

describe('a syntax error is reported at its position:', () => {
  testTable([
    ['an empty file', '', `1:1: Syntax Error: Unexpected <EOF>. | ${EMPTY}`],
    ['a file with nothing but a comment', '# nothing', `1:10: Syntax Error: Unexpected <EOF>. | ${EMPTY}`],
    ['a misspelled keyword', 'qury a { b }', '1:1: Syntax Error: Unexpected Name "qury". | Did you mean "query"?'],
    [
      'an unknown keyword',
      'select a { b }',
      '1:1: Syntax Error: Unexpected Name "select". | Write an endpoint as query name($variable: Type) @endpoint(method: GET, path: "/path") { field }.',
    ],
    [
      'a missing bracket',
      'query a {\n b',
      '2:3: Syntax Error: Expected Name, found <EOF>. | Close every "{", "(" and "[".',
    ],
    [
      'a bracket too many',
      '{ a }\n}',
      '2:1: Syntax Error: Unexpected "}". | Remove the bracket, or add the one that opens it.',
    ],
    [
      'empty brackets',
      'query a { b { } }',
      '1:15: Syntax Error: Expected Name, found "}". | Name at least one element, or remove the brackets.',
    ],
    [
      'no variables',
      'query a() { b }',
      '1:9: Syntax Error: Expected "$", found ")". | Write variables as ($name: Type); without variables, remove the parentheses.',
    ],
    [
      'no colon',
      'query a { b(c 1) }',
      '1:15: Syntax Error: Expected ":", found Int "1". | Write a colon between a name and its value or type.',
    ],
    [
      'an unterminated text',
      'query a { b(c: "x) }',
      '1:21: Syntax Error: Unterminated string. | Close the string with a quotation mark; """ encloses a string of several lines.',
    ],
    [
      'single quotation marks',
      "query a { b(c: 'x') }",
      `1:16: Syntax Error: Unexpected single quote character ('), did you mean to use a double quote (")? | Enclose strings in double quotation marks.`,
    ],
    [
      'nesting of more than 100 levels',
      `mutation m(\n$f: Filter = ${deep(10_000)}) @endpoint(method: POST, path: "/b") { touch }`,
      '2:363: The document is nested more than 100 levels deep. | Make it flatter.',
    ],
    ['nothing, where the brackets are side by side', query(side)],
  ]);
});
