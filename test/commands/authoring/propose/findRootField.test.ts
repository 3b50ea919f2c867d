import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { listRootFields } from '../../../../src/authoring/propose/draftField.ts';
import { findRootField } from '../../../../src/authoring/propose/findRootField.ts';
import { UsageError } from '../../../../src/project/UsageError.ts';

const roots = buildSchema(`
  schema { query: Root mutation: Mutation subscription: Subscription }
  type Root { user: Int users: Int node: Int searchUsers: Int }
  type Mutation { createUser: Int node: Int }
  type Subscription { userChanged: Int }
`);

describe('findRootField', () => {
  test.each([
    ['user', 'Root.user'],
    ['Root.users', 'Root.users'],
    ['createUser', 'Mutation.createUser'],
    ['Mutation.node', 'Mutation.node'],
  ])('%s is %s', (field, coordinate) => {
    expect(findRootField(roots, field)).toBe(coordinate);
  });

  test.each([
    ['node', '"node" is in more than one type; write Root.node or Mutation.node.'],
    ['usres', 'The schema has no root field "usres"; did you mean "user"?'],
    ['Query.user', 'The schema has no root field "Query.user"; known fields are "Root.user", "Root.users", '],
    ['xyzzy', 'The schema has no root field "xyzzy"; known fields are "user", "users", '],
    ['userChanged', '"userChanged" is a subscription'],
  ])('refuses %s', (field, message) => {
    expect(() => findRootField(roots, field)).toThrow(UsageError);
    expect(() => findRootField(roots, field)).toThrow(message);
  });
});

describe('listRootFields', () => {
  test('lists the fields of queries and mutations by coordinate, not those of subscriptions', () => {
    const sdl = 'schema { query: Root subscription: Events } type Root { a: Int b: Int } type Events { c: Int }';
    expect(listRootFields(buildSchema(sdl))).toEqual(['Root.a', 'Root.b']);
    expect(listRootFields(buildSchema('type Query { a: Int } type Mutation { b: Int }'))).toEqual([
      'Query.a',
      'Mutation.b',
    ]);
  });
});

describe('the nearest fields', () => {
  const schema = buildSchema(`
  type Query { user: User users: [User!]! orderLines: [Int!]! shop_settings: Int }
  type Mutation { createUser: User userUpdate: User deleteUser: User orderCreate: Int }
  type User { id: ID! orderLines: [Int!]! address(city: String!): User }
`);

  test.each([
    ['a field that is misspelled', 'usres', '"user"'],
    ['a coordinate that is misspelled', 'Query.user_', '"Query.user"'],
    ['an operation that reads one object', 'getUser', '"user"'],
    ['an operation that lists', 'listUsers', '"users"'],
    ['a file', 'getUser.graphql', '"user"'],
    ['the path of a file', 'rest/v1/listOrderLines.graphql', '"orderLines"'],
    ['the path of a list', '/v1/order-lines', '"orderLines"'],
    ['the path of an object', '/users/{id}', '"users"'],
    ['a route with a method', 'GET /users', '"users"'],
    ['snake case', 'getShopSettings', '"shop_settings"'],
  ])('of %s', (_, text, fields) => {
    expect(() => findRootField(schema, text)).toThrow(`"${text}"; did you mean ${fields}`);
  });

  test.each(['xyzzy', '/'])('are none for %s', (text) => {
    expect(() => findRootField(schema, text)).toThrow(`"${text}"; known fields are`);
  });
});
