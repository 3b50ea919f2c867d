import { expect, test } from 'vitest';
import { compileOne } from './support/compileDocuments.ts';
import { testDiagnostics } from './support/testDiagnostics.ts';

const schema = `
  type Query { book(key: ID): Book }
  type Mutation { move(bookId: ID, shelf: ID): Book }
  type Book { id: ID! shelf: ID! tags: [Book!]! }
`;
const lookup = 'query book($key: ID!) { book(key: $key) { ...Found } }';
const shape = 'fragment Found on Book { id @export(as: "bookId") }';
const endpoint = (name: string, variables = '$bookId: ID!', more = '') =>
  `${more}mutation m(${variables})\n@endpoint(method: POST, path: "/m/{key}", lookup: ▶"${name}") { move(bookId: $bookId) { id } }`;
const files = { 'v1/lookups/book.graphql': lookup, 'v1/shapes/Found.graphql': shape };

test('a document runs the lookup that it names, in every version that has it', () => {
  const plan = compileOne(schema, { ...files, 'v2/m.graphql': endpoint('book') });
  expect(plan.lookup).toEqual({
    operation:
      'query book($key: ID!) {\n  book(key: $key) {\n    ...Found\n  }\n}\n\nfragment Found on Book {\n  id\n}',
    exports: [{ variable: 'bookId', path: ['book', 'id'], types: ['Book'], lookedUpBy: ['key'] }],
    variables: ['key'],
    ownVariables: ['key'],
  });
  expect(plan.parameters.map(({ name, source }) => [name, source])).toEqual([['key', 'path']]);
  expect(plan.source.lookup).toMatch(/v1\/lookups\/book\.graphql$/);
});

test('a lookup in a version is that of the version, for endpoints that it inherits too', () => {
  const plan = compileOne(schema, {
    ...files,
    'v1/m.graphql': endpoint('book'),
    'v2/lookups/book.graphql': lookup.replace('...Found', 'other: id @export(as: "bookId")'),
  });
  expect(plan.lookup!.exports[0]!.path).toEqual(['book', 'other']);
});

testDiagnostics(schema, [
  [
    'refuses a lookup that is near to another one',
    { ...files, 'v1/m.graphql': endpoint('bok') },
    'lookup "bok" is not in lookups/. | Did you mean "book"?',
  ],
  [
    'refuses a lookup that the version lacks',
    { ...files, 'v1/m.graphql': endpoint('somethingElse') },
    'lookup "somethingElse" is not in lookups/. | Known lookups are "book".',
  ],
  [
    'refuses a lookup where there are none',
    { 'v1/m.graphql': endpoint('book') },
    'lookup "book" is not in lookups/. | Add the file lookups/book.graphql with "query book { … }".',
  ],
  [
    'refuses a lookup beside one in the file',
    { ...files, 'v1/m.graphql': `${shape}\n${lookup}\n${endpoint('book')}` },
    'lookup "book" is beside the lookup query of the file. | Remove one of the two.',
  ],
  [
    'reports what the endpoint lacks where it names the lookup',
    { ...files, 'v1/m.graphql': endpoint('book', '$bookId: ID') },
    'lookup "book": @export(as: "bookId") does not name a non-null variable of the endpoint\'s operation. | Declare $bookId with a type that ends in "!".',
  ],
  [
    'reports a variable of another type at that of the endpoint',
    {
      ...files,
      'v1/m.graphql': endpoint('book', '$bookId: ID!, ▶$key: ID')
        .replace('lookup: ▶', 'lookup: ')
        .replace('/{key}', '')
        .replace('$bookId)', '$bookId, shelf: $key)'),
    },
    '$key is ID! in the lookup, but ID in the endpoint. | Give both the same type.',
  ],
  [
    'does not resolve fragments of the file in a lookup of the version',
    { ...files, 'v1/m.graphql': `fragment ▶Found on Book { shelf }\n${endpoint('book').replace('▶', '')}` },
    'The fragment "Found" is never used. | Spread it, or remove it.',
  ],
]);
