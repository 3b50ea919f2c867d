import { expect, test } from 'vitest';
import { executeMocked } from './support/executeMocked.ts';

const execute = executeMocked(/* GraphQL */ `
  interface Node {
    id: ID!
  }
  interface Named {
    name: String!
  }
  type Order implements Node {
    id: ID!
    total: Float!
  }
  type Product implements Node & Named {
    id: ID!
    name: String!
  }
  type User implements Node & Named {
    id: ID!
    name: String!
  }
  union Hit = Product | User
  type Query {
    node(id: ID!): Node
    hits: [Hit!]!
    actor: Named
  }
`);

test('the type is the one that the operation selects fields of', () => {
  expect(execute('{ node(id: "7") { ... on Product { id name } } }').node).toEqual({ id: '7', name: 'Product 7' });
  expect(execute('{ node(id: "7") { id ...U } } fragment U on User { __typename }').node).toEqual({
    id: '7',
    __typename: 'User',
  });
});

test('of an interface it is one that implements it, and else the first', () => {
  expect(execute('{ node(id: "7") { ... on Named { name } __typename } }').node.__typename).toBe('Product');
  expect(execute('{ node(id: "7") { __typename } }').node.__typename).toBe('Order');
});

test('a list has all types that are selected', () => {
  const { hits } = execute('{ hits { __typename ... on User { id } ... on Product { id } } }');
  expect(hits).toEqual([
    { __typename: 'Product', id: '1' },
    { __typename: 'User', id: '2' },
    { __typename: 'Product', id: '3' },
  ]);
  expect(execute('{ hits { ... on User { __typename } } }').hits).toEqual(Array(3).fill({ __typename: 'User' }));
});
