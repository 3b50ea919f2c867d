import { describe, expect, test } from 'vitest';
import { testFaults, warningsOf } from '../support/faults.ts';

const schema = `
  type Query { book(id: ID, genre: Genre): Book shelves: [Shelf!]! }
  type Book { id: ID! title: String genre: Genre }
  type Shelf { name: String! }
  enum Genre { FACT FICTION }
`;
const get = (path: string, name = 'get', selection = 'id') =>
  `query ${name} @endpoint(method: GET, path: "${path}") { book { ${selection} } }`;

test("warns of directives of the schema that are shadowed by the vocabulary's", () => {
  const own = 'directive @unwrap(a: Int) on FIELD directive @other on FIELD directive @error on FIELD';
  expect(warningsOf(`${own} ${schema}`, get('/a'))).toEqual([
    "The schema's own directive @unwrap cannot be used in endpoint documents.",
    "The schema's own directive @error cannot be used in endpoint documents.",
  ]);
});

test('warns of names that many clients of tools refuse, and of names that differ in case alone', () => {
  const documents = {
    'v1/a.graphql': get('/a', 'getBook'),
    'v1/b.graphql': get('/b', 'GetBook'),
    'v1/c.graphql': get('/c', 'a'.repeat(65)),
    'v1/d.graphql': get('/d', 'b'.repeat(64)),
  };
  expect(warningsOf(schema, documents)).toEqual([
    'v1/b.graphql:1:7: The operation GetBook differs from getBook in v1/a.graphql in case alone. Give each endpoint of a version its own name.',
    'v1/c.graphql:1:7: The name of the operation has 65 characters; many clients of tools accept 64. Shorten it.',
  ]);
});

describe('documents are refused', () => {
  testFaults(schema, [
    [
      'with two operations of one name',
      { 'v1/a.graphql': get('/a', 'same'), 'v1/b.graphql': get('/b', '▶same') },
      'The operation same is also in v1/a.graphql. Give each endpoint of a version its own name.',
    ],
    [
      'with two operations of one name, and one that differs in case between them',
      { 'v1/a.graphql': get('/a', 'same'), 'v1/b.graphql': get('/b', 'Same'), 'v1/c.graphql': get('/c', '▶same') },
      'The operation same is also in v1/a.graphql. Give each endpoint of a version its own name.',
    ],
    [
      'with one name for an endpoint and one that it inherits',
      { 'v1/a.graphql': get('/a', 'same'), 'v2/b.graphql': get('/b', '▶same') },
      'The operation same is also in v1/a.graphql. Give each endpoint of a version its own name.',
    ],
  ]);
});
