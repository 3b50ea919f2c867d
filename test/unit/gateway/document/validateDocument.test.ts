import { type FieldNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { checkPages } from '../../../../src/gateway/document/validateDocument.ts';
import { DiagnosticCollector } from '../../../../src/gateway/errors/Diagnostic.ts';
import { diagnose, librarySchema } from './support/diagnose.ts';
import { query, testTable } from './support/table.ts';

describe('a fragment of a file is refused', () => {
  testTable([
    [
      'where it is never used',
      `${query('book(id: 1) { id }')}\nfragment F on Book { id }`,
      '5:10: The fragment "F" is never used. | Spread it, or remove it.',
    ],
    [
      'where it is defined twice',
      `${query('book(id: 1) { ...F }')}\nfragment F on Book { id }\nfragment F on Book { title }`,
      '6:10: The fragment "F" is defined twice. | Rename or remove one of them.',
    ],
  ]);
});

test('a shape is validated whether it is used or not, and once, though a later version inherits it', () => {
  const files = {
    'v1/a.graphql': query('book(id: 1) { ...Used }'),
    'v1/shapes/Used.graphql': 'fragment Used on Book { titel }',
    'v1/shapes/Unused.graphql': 'fragment Unused on Shelf {\n  name @unwrap(x: $y) }',
    'v2/b.graphql': query('shelves { name }').replace('/b', '/c'),
  };
  const shelf = '2:16: Unknown argument "x" on directive "@unwrap". | Remove the argument.';
  const literal = '2:19: An argument of @unwrap must be a literal, not the variable $y. | Write the value itself.';
  expect(diagnose(files)).toEqual([
    `v1/shapes/Unused.graphql:${shelf}`,
    `v1/shapes/Unused.graphql:${literal}`,
    'v1/shapes/Used.graphql:1:25: Cannot query field "titel" on type "Book". Did you mean "title"? | The fields of Book are id, title, isbn, genre, author, shelf.',
  ]);
});

test('a shape may leave out arguments that @paginate passes', () => {
  const files = {
    'v1/a.graphql': query('...List'),
    'v1/shapes/List.graphql': 'fragment List on Query { books @paginate { nodes { id } } }',
  };
  expect(diagnose(files)).toEqual([]);
});

test('a page that the connection cannot have is refused once, at its @paginate', () => {
  const page = parse('{ books(first: 1, offset: 2) { nodes { id } } }');
  const document = parse('{ books @paginate(styles: [OFFSET]) { nodes { id } } }');
  const operation = document.definitions.find(
    (node) => node.kind === Kind.OPERATION_DEFINITION,
  ) as OperationDefinitionNode;
  const diagnostics = new DiagnosticCollector();
  checkPages(librarySchema, [page, page], operation.selectionSet.selections[0] as FieldNode, diagnostics.report);
  expect(diagnostics.diagnostics).toEqual([
    {
      file: 'GraphQL request',
      line: 1,
      column: 9,
      message: '@paginate cannot select a page of "books": Unknown argument "offset" on field "Query.books".',
      hint: 'Leave the style out of styles:, or set "connection" in conventions.json to the names of this schema.',
    },
  ]);
});
