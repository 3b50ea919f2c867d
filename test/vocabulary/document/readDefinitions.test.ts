import { describe, expect, test } from 'vitest';
import { libraryFaults, query, testLibrary } from '../support/library.ts';

const document = { 'v1/a.graphql': query('shelves { name }') };

const ENDPOINT =
  'Correct the syntax: write an endpoint as query name($variable: Type) @endpoint(method: GET, path: "/path") { field }.';

describe('a syntax error is reported at its position:', () => {
  testLibrary([
    ['an empty file', '', `1:1: Syntax Error: Unexpected <EOF>. ${ENDPOINT}`],
    ['a file with nothing but a comment', '# nothing', `1:10: Syntax Error: Unexpected <EOF>. ${ENDPOINT}`],
    ['a misspelled keyword', 'qury a { b }', `1:1: Syntax Error: Unexpected Name "qury". ${ENDPOINT}`],
    ['an unknown keyword', 'select a { b }', `1:1: Syntax Error: Unexpected Name "select". ${ENDPOINT}`],
    ['a missing bracket', 'query a {\n b', `2:3: Syntax Error: Expected Name, found <EOF>. ${ENDPOINT}`],
    ['a bracket too many', '{ a }\n}', `2:1: Syntax Error: Unexpected "}". ${ENDPOINT}`],
    ['empty brackets', 'query a { b { } }', `1:15: Syntax Error: Expected Name, found "}". ${ENDPOINT}`],
    ['no variables', 'query a() { b }', `1:9: Syntax Error: Expected "$", found ")". ${ENDPOINT}`],
    ['no colon', 'query a { b(c 1) }', `1:15: Syntax Error: Expected ":", found Int "1". ${ENDPOINT}`],
    ['an unterminated text', 'query a { b(c: "x) }', `1:21: Syntax Error: Unterminated string. ${ENDPOINT}`],
    [
      'single quotation marks',
      "query a { b(c: 'x') }",
      `1:16: Syntax Error: Unexpected single quote character ('), did you mean to use a double quote (")? ${ENDPOINT}`,
    ],
  ]);
});

describe('readShape', () => {
  test.each([
    [
      'a fragment of another name',
      'fragment B on Book { id }',
      '1:10: The shape "B" must have the name of its file. Rename one of them.',
    ],
    [
      'an operation',
      query('shelves { name }'),
      '1:1: A file in the folder "shapes" must define a fragment. Write a shape as fragment A on Type { field }, or move the file out of the folder.',
    ],
    [
      'a second fragment',
      'fragment A on Book { id }\nfragment B on Book { id }',
      '2:1: A file in the folder "shapes" must define one shape only. Move it to a file of its own.',
    ],
    [
      'a syntax error',
      'fragment A Book { id }',
      '1:12: Syntax Error: Expected "on", found Name "Book". Correct the syntax: write a shape as fragment A on Type { field }.',
    ],
  ])('a shape is not %s', (_, text, diagnostic) => {
    expect(libraryFaults({ ...document, 'v1/x/shapes/A.graphql': text })).toEqual([
      `v1/x/shapes/A.graphql:${diagnostic}`,
    ]);
  });

  test('endpoints are not checked against shapes that cannot be read', () => {
    const files = {
      'v1/a.graphql': query('book(id: 1) { titel ...A }'),
      'v1/shapes/A.graphql': 'fragment B on Book { id }',
    };
    expect(libraryFaults(files)).toHaveLength(1);
  });
});

const lookup = 'query find($title: String!) { find(filter: { title: $title }) { id @export(as: "id") } }';

describe('readLookup', () => {
  test.each([
    ['a query of another name', lookup, '1:7: The lookup "find" must have the name of its file. Rename one of them.'],
    [
      'a query without a name',
      '{ shelves { name } }',
      '1:1: A file in the folder "lookups" must define a query without @endpoint. Write a lookup as query x($variable: Type) { field }, or move the file out of the folder.',
    ],
    ...['mutation x { touch }', 'fragment x on Book { id }', query('shelves { name }').replace('get', 'x')].map(
      (text): [string, string, string] => [
        text.split(' ')[0]!,
        text,
        '1:1: A file in the folder "lookups" must define a query without @endpoint. Write a lookup as query x($variable: Type) { field }, or move the file out of the folder.',
      ],
    ),
    [
      'a syntax error',
      'lookup x { a }',
      '1:1: Syntax Error: Unexpected Name "lookup". Correct the syntax: write a lookup as query x($variable: Type) { field }.',
    ],
    [
      'two queries',
      `${lookup.replace('find', 'x')}\n${lookup}`,
      '2:1: A file in the folder "lookups" must define one lookup only. Move it to a file of its own.',
    ],
  ])('a lookup is not %s', (_, text, diagnostic) => {
    expect(libraryFaults({ ...document, 'v1/y/lookups/x.graphql': text })).toEqual([
      `v1/y/lookups/x.graphql:${diagnostic}`,
    ]);
  });

  test('two lookups of a name are refused', () => {
    const files = { ...document, 'v1/lookups/a.graphql': lookup.replace('find', 'a') };
    expect(libraryFaults({ ...files, 'v1/x/lookups/a.graphql': lookup.replace('find', 'a') })).toEqual([
      'v1/x/lookups/a.graphql:1:7: The lookup "a" is already defined in v1/lookups/a.graphql. Rename or remove one of them.',
    ]);
  });
});
