import { print } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readVersions } from '../../../../src/gateway/document/readVersions.ts';
import { DiagnosticCollector } from '../../../../src/gateway/errors/Diagnostic.ts';
import { diagnose } from './support/diagnose.ts';
import { query } from './support/table.ts';
import { withFolder } from './support/withFolder.ts';

const document = { 'v1/a.graphql': query('shelves { name }') };

describe('readShape', () => {
  test.each([
    [
      'a fragment of another name',
      'fragment B on Book { id }',
      '1:10: The shape "B" must have the name of its file. | Rename the fragment to "A", or the file to B.graphql.',
    ],
    [
      'an operation',
      query('shelves { name }'),
      '1:1: A file in the folder "shapes" must define a fragment. | Write "fragment A on …", or move the file out of the folder.',
    ],
    [
      'a second fragment',
      'fragment A on Book { id }\nfragment B on Book { id }',
      '2:1: A file in the folder "shapes" must define one fragment only. | Move it to a file of its own.',
    ],
    [
      'a syntax error',
      'fragment A Book { id }',
      '1:12: Syntax Error: Expected "on", found Name "Book". | Write a shape as fragment A on Type { field }.',
    ],
    [
      'an empty file',
      '',
      '1:1: Syntax Error: Unexpected <EOF>. | Write a fragment, such as fragment A on Type { field }.',
    ],
  ])('a shape is not %s', (_, text, diagnostic) => {
    expect(diagnose({ ...document, 'v1/x/shapes/A.graphql': text })).toEqual([`v1/x/shapes/A.graphql:${diagnostic}`]);
  });

  test('endpoints are not checked against shapes that cannot be read', () => {
    const files = {
      'v1/a.graphql': query('book(id: 1) { titel ...A }'),
      'v1/shapes/A.graphql': 'fragment B on Book { id }',
    };
    expect(diagnose(files)).toHaveLength(1);
  });
});

const lookup = 'query find($title: String!) { find(filter: { title: $title }) { id @export(as: "id") } }';

describe('readLookup', () => {
  test.each([
    [
      'a query of another name',
      lookup,
      '1:7: The lookup "find" must have the name of its file. | Rename the query to "x", or rename the file.',
    ],
    [
      'a query without a name',
      '{ shelves { name } }',
      '1:1: The lookup "" must have the name of its file. | Rename the query to "x", or rename the file.',
    ],
    ...['mutation x { touch }', 'fragment x on Book { id }', query('shelves { name }').replace('get', 'x')].map(
      (text): [string, string, string] => [
        text.split(' ')[0]!,
        text,
        '1:1: A file in the folder "lookups" must define a query without @endpoint. | Write "query x { … }", or move the file out of the folder.',
      ],
    ),
    ['an empty file', '', '1:1: Syntax Error: Unexpected <EOF>. | Write a query, such as query x { field }.'],
    [
      'a syntax error',
      'lookup x { a }',
      '1:1: Syntax Error: Unexpected Name "lookup". | Write a lookup as query x($variable: Type) { field }.',
    ],
    [
      'two queries',
      `${lookup.replace('find', 'x')}\n${lookup}`,
      '2:1: A file in the folder "lookups" must define one query only. | Move it to a file of its own; shapes can be spread.',
    ],
  ])('a lookup is not %s', (_, text, diagnostic) => {
    expect(diagnose({ ...document, 'v1/y/lookups/x.graphql': text })).toEqual([`v1/y/lookups/x.graphql:${diagnostic}`]);
  });

  test('a version inherits lookups, and has its own over them; two of a name are refused', () => {
    const files = {
      ...document,
      'v1/lookups/a.graphql': lookup.replace('find', 'a'),
      'v1/lookups/b.graphql': lookup.replace('find', 'b'),
      'v2/lookups/b.graphql': 'query b { shelves { name @export(as: "name") } }',
    };
    const [, v2] = withFolder(files, (folder) => readVersions(folder, new DiagnosticCollector()));
    expect([...v2!.lookups].map(([name, node]) => [name, print(node).replace(/\s+/g, ' ')])).toEqual([
      ['a', lookup.replace('find', 'a').replace('{ title: $title }', '{title: $title}')],
      ['b', 'query b { shelves { name @export(as: "name") } }'],
    ]);
    expect(diagnose({ ...files, 'v1/x/lookups/a.graphql': lookup.replace('find', 'a') })).toEqual([
      'v1/x/lookups/a.graphql:1:7: The lookup "a" is already defined in v1/lookups/a.graphql. | Rename or remove one of them.',
    ]);
  });
});
