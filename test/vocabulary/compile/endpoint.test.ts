import { describe, expect, test } from 'vitest';
import { describedOperation } from '../support/described.ts';

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
