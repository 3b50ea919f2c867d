import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { UsageError } from '../../../../../src/gateway/cli/UsageError.ts';
import { findRootField } from '../../../../../src/gateway/cli/add/findRootField.ts';

const schema = buildSchema(`
  schema { query: Root mutation: Mutation subscription: Subscription }
  type Root { user: Int users: Int node: Int searchUsers: Int }
  type Mutation { createUser: Int node: Int }
  type Subscription { userChanged: Int }
`);

test.each([
  ['user', 'Root.user'],
  ['Root.users', 'Root.users'],
  ['createUser', 'Mutation.createUser'],
  ['Mutation.node', 'Mutation.node'],
])('%s is %s', (field, coordinate) => {
  expect(findRootField(schema, field)).toBe(coordinate);
});

test.each([
  ['node', '"node" is in more than one type; write Root.node or Mutation.node.'],
  ['usres', 'The schema has no root field "usres"; did you mean "user" or "users"?'],
  [
    'Query.user',
    'The schema has no root field "Query.user"; did you mean "Root.user" or "Root.users" or "Mutation.createUser"?',
  ],
  ['xyzzy', 'The schema has no root field "xyzzy"; known fields are "Root.user", '],
  ['userChanged', '"userChanged" is a subscription'],
])('refuses %s', (field, message) => {
  expect(() => findRootField(schema, field)).toThrow(UsageError);
  expect(() => findRootField(schema, field)).toThrow(message);
});
