import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { UsageError } from '../../../../../src/gateway/cli/UsageError.ts';
import { findField } from '../../../../../src/gateway/cli/add/findField.ts';

const schema = buildSchema('type Query { user: User } type User { id: ID! posts: [Int!]! }');

test.each([
  ['user', 'Query.user'],
  ['Query.user', 'Query.user'],
  ['User.posts', 'User.posts'],
])('%s is %s', (field, coordinate) => {
  expect(findField(schema, field)).toBe(coordinate);
});

test.each([
  ['User.post', 'Unknown field "User.post"; did you mean "User.posts"?'],
  ['Usr.posts', 'Unknown type "Usr" in "Usr.posts"; did you mean "User"?'],
  ['String.posts', 'The schema has no root field "String.posts"'],
  ['getUser.graphql', 'The schema has no root field "getUser.graphql"; did you mean "user"?'],
  ['rest/v1/getUser.graphql', 'no root field "rest/v1/getUser.graphql"; did you mean "user"?'],
  ['GET /v1/users/{id}/posts', 'no root field "GET /v1/users/{id}/posts"; did you mean "User.posts"?'],
  ['Query.usr', 'The schema has no root field "Query.usr"; did you mean "Query.user"?'],
])('refuses %s', (field, message) => {
  expect(() => findField(schema, field)).toThrow(UsageError);
  expect(() => findField(schema, field)).toThrow(message);
});
