// Faults of documents over the schema of a small library.
import { expect, test } from 'vitest';
import { type Documents, faultsOf } from './faults.ts';

export const librarySchema = `
  scalar Isbn
  enum Genre { FICTION FACT }
  enum Method { SLOW FAST }
  type Query {
    book(id: ID!): Book
    books(first: Int!, after: String, genre: Genre): BookConnection!
    find(filter: Filter): Book
    item(id: ID!): Item
    shelves: [Shelf!]!
  }
  type Mutation { addBook(input: BookInput!): Book touch: Boolean }
  type Book { id: ID! title: String! isbn: Isbn genre: Genre author: Author shelf: Shelf }
  type Author { name: String! books: [Book!]! }
  type Shelf { name: String! }
  union Item = Book | Shelf
  type BookConnection { nodes: [Book] pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  input BookInput { title: String! genre: Genre }
  input Filter { title: String genre: Genre }
`;

/** A document `v1/a.graphql`, and its faults without this name: `2:5: What is wrong. How to correct it.` */
export type Row = readonly [promise: string, document: string, ...faults: string[]];

export const libraryFaults = (documents: Documents) => faultsOf(librarySchema, documents);

/** One test for each row; `more` are further documents. */
export function testLibrary(rows: readonly Row[], more: Readonly<Record<string, string>> = {}): void {
  test.each(rows)('%s', (_, document, ...faults) => {
    const found = libraryFaults({ 'v1/a.graphql': document, ...more });
    expect(found.map((fault) => fault.replace('v1/a.graphql:', ''))).toEqual(faults);
  });
}

/** A query with `@endpoint` in its second line and the selection in its third. */
export const query = (selection: string, variables = '', more = '') =>
  `query get${variables}\n@endpoint(method: GET, path: "/b"${more}) {\n${selection}\n}`;
