import { describe, expect, test } from 'vitest';
import { compileOne, diagnosticsOf } from './support/compileDocuments.ts';
import { testDiagnostics } from './support/testDiagnostics.ts';

const schema = `
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
  type Query { book(id: ID, at: Int!): Book @requiresScopes(scopes: [["books:read"]]) }
  type Mutation { move(bookId: ID, to: Int): Book }
  type Book { id: ID! }
`;
const endpoint =
  'mutation m($bookId: ID!, $to: Int) @endpoint(method: POST, path: "/m/{key}") { move(bookId: $bookId, to: $to) { id } }';
const lookup = 'query l($key: ID!, $to: Int = 1) { book(id: $key, at: $to) { ...F } }';
const fragment = 'fragment F on Book { id @export(as: "bookId") }';
const whole = `"Finds it."\n${lookup}\n${endpoint}\n${fragment}`;

describe('a lookup', () => {
  const compile = () => compileOne(schema, whole);
  test('is its operation as text, its exports and its variables', () => {
    expect(compile().lookup).toEqual({
      operation: `query l($key: ID!, $to: Int = 1) {
  book(id: $key, at: $to) {
    ...F
  }
}

fragment F on Book {
  id
}`,
      exports: [{ variable: 'bookId', path: ['book', 'id'], types: ['Book'], lookedUpBy: ['key', 'to'] }],
      variables: ['key', 'to'],
      ownVariables: ['key'],
    });
  });
  test('has its variables among the parameters, not null where it cannot be', () => {
    expect(compile().parameters.map(({ name, source, type, required }) => [name, source, type, required])).toEqual([
      ['to', 'body', 'Int!', false],
      ['key', 'path', 'ID!', true],
    ]);
  });
  test('has its scopes among those of the endpoint', () => {
    expect(compile().scopes).toEqual([{ anyOf: [['books:read']], when: [] }]);
  });
  test('can have no variables', () => {
    const { lookup: none } = compileOne(
      schema,
      `query l { book(at: 1) { id @export(as: "bookId") } }\n${endpoint.replace('/{key}', '')}`,
    );
    expect([none!.variables, none!.ownVariables]).toEqual([[], []]);
  });
});

describe('a lookup is refused', () => {
  const path = 'The path "m" must start with a slash. | Write "/m".';
  testDiagnostics(schema, [
    [
      'with a shape that does not exist, whatever else is wrong',
      `query l { book(at: 1) { ...▶G } }\n${endpoint.replace('"/m/{key}"', '"/m"')}`,
      'Unknown shape "G". | Add the file shapes/G.graphql with "fragment G on …".',
    ],
  ]);
  test('beside what is wrong with the endpoint', () => {
    const documents = `query l { book(at: 1) { titel } }\n${endpoint.replace('"/m/{key}"', '"m"')}`;
    const messages = diagnosticsOf(schema, documents).map((each) => each.replace(/^\S+ /, ''));
    expect(messages).toHaveLength(2);
    expect(messages).toContain(path);
  });
});
