import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { suggestFields } from '../../../../../src/gateway/cli/add/suggestFields.ts';

const schema = buildSchema(`
  type Query { user: User users: [User!]! orderLines: [Int!]! shop_settings: Int }
  type Mutation { createUser: User userUpdate: User deleteUser: User orderCreate: Int }
  type User { id: ID! orderLines: [Int!]! address(city: String!): User }
`);

test.each([
  ['a field that is misspelled', 'usres', ['user', 'users']],
  ['a coordinate that is misspelled', 'Query.user_', ['Query.user', 'Query.users']],
  ['an operation that reads one object', 'getUser', ['user']],
  ['an operation that lists', 'listUsers', ['users', 'user']],
  ['an operation whose verb comes first', 'createOrder', ['orderCreate']],
  ['an operation whose verb comes last', 'userCreate', ['createUser']],
  ['a file', 'getUser.graphql', ['user']],
  ['the path of a file', 'rest/v1/listOrderLines.graphql', ['orderLines']],
  ['the path of a list', '/v1/order-lines', ['orderLines']],
  ['the path of an object', '/users/{id}', ['user']],
  ['a route with a method', 'GET /users', ['users']],
  ['a route that creates', 'POST /v1/users', ['createUser']],
  ['a route that changes', 'patch /users/{id}', ['userUpdate']],
  ['a route that deletes', 'DELETE /users/:id', ['deleteUser']],
  ['a list in an object', '/users/{id}/order-lines', ['User.orderLines']],
  ['one object in another', '/users/{id}/addresses/{city}', ['User.address']],
  ['one object in another with two keys', '/users/{org}/{login}/addresses/{city}', ['User.address']],
  ['snake case', 'getShopSettings', ['shop_settings']],
  ['nothing near', 'xyzzy', []],
  ['the root', '/', []],
])('%s', (_, text, fields) => {
  expect(suggestFields(schema, text).slice(0, Math.max(1, fields.length))).toEqual(fields);
});
