import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { describedOperation } from '../support/described.ts';
import { testFaults } from '../support/faults.ts';

const schema = `
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
  type Query { book(id: ID): Book books(first: Int, after: String, offset: Int): Books! odd(first: Int, after: String): Odd! }
  type Mutation { add(title: String): Book! touch: String complain: String }
  type Book { id: ID! title: String }
  type Books { nodes: [Book!]! pageInfo: PageInfo! totalCount: Int! @requiresScopes(scopes: [["books:count"]]) }
  type PageInfo { hasNextPage: Boolean! endCursor: String @requiresScopes(scopes: [["books:page"]]) }
  type Odd { nodes: [Book!]! pageInfo: OddInfo! }
  type OddInfo { hasNextPage: Boolean! }
`;
const get = (selection: string, more = '', variables = '') =>
  `query get${variables} @endpoint(method: GET, path: "/b"${more}) { ${selection} }`;

describe('an endpoint', () => {
  test('of a query', async () => {
    const document = `"Gets a book."
query getBook($id: ID!, $title: Boolean = false @expand) @endpoint(method: GET, path: "/books/{id}:it", maxAge: 5, deprecated: "2027-01-31", sunset: "2098-01-31") {
  book(id: $id) { id title @include(if: $title) }
}`;
    const { headers, body, executed } = await ask(schema, document, 'GET /v1/books/1:it', {
      root: { book: { id: '1' } },
    });
    expect([body, executed]).toEqual([
      { id: '1' },
      ['query getBook($id: ID!, $title: Boolean = false) { book(id: $id) { id title @include(if: $title) } }'],
    ]);
    expect(['cache-control', 'deprecation', 'sunset'].map((name) => headers.get(name))).toEqual([
      'private, max-age=5',
      `@${Date.UTC(2027, 0, 31) / 1000}`,
      'Fri, 31 Jan 2098 00:00:00 GMT',
    ]);
    expect(describedOperation(schema, document)).toMatchObject({
      operationId: 'getBook',
      description: expect.stringContaining('Gets a book.') as string,
      deprecated: true,
      parameters: [
        { name: 'id', in: 'path', required: true },
        { name: 'expand', in: 'query', required: false },
      ],
    });
  });
  test.each([
    ['@paginate', [['books:count'], ['books:page']]],
    ['@paginate(styles: [CURSOR])', [['books:page']]],
    ['@paginate(styles: [PAGE])', [['books:count']]],
    ['@paginate(styles: [CURSOR, PAGE])', [['books:count'], ['books:page']]],
  ])('of a page requires the scopes of every variant: %s', (directive, scopes) => {
    const operation = describedOperation(schema, get(`books ${directive} { nodes { id } }`));
    expect(operation['x-scopes']).toEqual(scopes);
  });
});

describe('an endpoint is refused', () => {
  testFaults(schema, [
    [
      'with a connection that cannot be paged',
      get('odd @paginate(styles: ▶[CURSOR]) { nodes { id } }'),
      'OddInfo! has no field "endCursor", which @paginate needs. Remove the styles that need it, or add the field to the schema.',
    ],
  ]);
});
