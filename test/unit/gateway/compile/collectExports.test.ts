import { describe, expect, test } from 'vitest';
import { compileOne } from './support/compileDocuments.ts';
import { testDiagnostics } from './support/testDiagnostics.ts';

const schema = `
  type Query { book(id: ID, name: [String]): Book shelf(at: Place): Shelf! }
  type Mutation { move(bookId: ID, shelfName: String, kind: String): Book }
  type Book { id: ID! shelf: Shelf! tags: [String!]! authors: [Author!] title: String }
  type Shelf { name: String! first: Book }
  type Author { name: String! }
  input Place { row: Int names: [String] }
`;
const move = (lookup: string, variables: string, given: string, fragments = '') => ({
  'v1/a.graphql': `${lookup}
mutation m(${variables}) @endpoint(method: POST, path: "/m") { move(${given}) { id } }
${fragments}`,
});
const exportsOf = (...document: Parameters<typeof move>) => compileOne(schema, move(...document)).lookup!.exports;

describe('a lookup exports', () => {
  test('leaves, with their paths and the variables that they are looked up by', () => {
    const lookup = `query l($id: ID, $row: Int, $name: String) {
      it: book(id: $id, name: ["a", $name]) { key: id @export(as: "bookId") shelf { title: name @export(as: "kind") } }
      shelf(at: { row: $row, names: [$name] }) { name @export(as: "shelfName") }
    }`;
    const variables = '$bookId: ID!, $shelfName: String!, $kind: String!';
    expect(exportsOf(lookup, variables, 'bookId: $bookId, shelfName: $shelfName, kind: $kind')).toEqual([
      { variable: 'bookId', path: ['it', 'key'], types: ['Book'], lookedUpBy: ['id', 'name'] },
      { variable: 'kind', path: ['it', 'shelf', 'title'], types: ['Book', 'Shelf'], lookedUpBy: ['id', 'name'] },
      { variable: 'shelfName', path: ['shelf', 'name'], types: ['Shelf'], lookedUpBy: ['row', 'name'] },
    ]);
  });
  test('those of its fragments, and names of types', () => {
    const lookup = 'query l { book { ...F shelf { ... { __typename @export(as: "kind") } } } }';
    const fragment = 'fragment F on Book { id @export(as: "bookId") }';
    expect(exportsOf(lookup, '$bookId: ID!, $kind: String!', 'bookId: $bookId, kind: $kind', fragment)).toEqual([
      { variable: 'bookId', path: ['book', 'id'], types: ['Book'], lookedUpBy: [] },
      { variable: 'kind', path: ['book', 'shelf', '__typename'], types: ['Book', 'Shelf'], lookedUpBy: [] },
    ]);
  });
  test('from the response keys that the conventions give', () => {
    const cased = 'type Query { rootField: Root other(id: ID): String } type Root { leafField: ID! }';
    const plan = compileOne(cased, {
      'conventions.json': '{"case": "snake_case"}',
      'v1/a.graphql':
        'query l { rootField { leafField @export(as: "x") } }\nquery q($x: ID!) @endpoint(method: GET, path: "/q") { other(id: $x) }',
    });
    expect(plan.lookup!.exports[0]!.path).toEqual(['root_field', 'leaf_field']);
    expect(plan.lookup!.operation).toContain('root_field: rootField');
  });
});

describe('a lookup is refused', () => {
  const used = ['$bookId: ID!', 'bookId: $bookId'] as const;
  const exported = 'id @export(as: "bookId")';
  testDiagnostics(schema, [
    [
      'with a leaf that is not exported',
      move(`query l { book { ${exported} ▶title } }`, ...used),
      '"title" of the lookup is not exported. | Add @export(as: "…"), or remove it.',
    ],
    [
      'with a list of objects',
      move(`query l { book { ${exported} ▶authors { name } } }`, ...used),
      '@export is not supported below "authors", which is a list. | Look up one object.',
    ],
    [
      'with a list of scalars',
      move(`query l { book { ${exported} ▶mine: tags @export(as: "kind") } }`, ...used),
      '@export is not supported below "mine", which is a list. | Look up one object.',
    ],
    [
      'with a condition',
      move(`query l($t: Boolean!) { ▶book @include(if: $t) { ${exported} } }`, ...used),
      '@export is not supported below "book", which has a condition. | Remove the condition.',
    ],
    [
      'with a condition around a leaf',
      move(`query l($t: Boolean!) { book { ... @skip(if: $t) { ▶${exported} } } }`, ...used),
      '@export is not supported below "id", which has a condition. | Remove the condition.',
    ],
  ]);
});
