import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { UsageError } from '../../../../../src/gateway/cli/UsageError.ts';
import { selectFields } from '../../../../../src/gateway/cli/init/selectFields.ts';

const schema = buildSchema(`
  type Query { user: Int users: Int login: Int }
  type Mutation { createUser: Int login: Int }
`);

test.each([
  ['user, users', ['Query.user', 'Query.users']],
  ['Query,createUser', ['Query.user', 'Query.users', 'Query.login', 'Mutation.createUser']],
  ['Mutation.login', ['Mutation.login']],
  ['user,Query.user,', ['Query.user']],
])('%s', (fields, coordinates) => {
  expect([...selectFields(schema, fields)]).toEqual(coordinates);
});

test.each([
  [' , ', '--fields must name root fields'],
  ['user,login', '"login" is in more than one type; write Query.login or Mutation.login.'],
  ['usr', 'The schema has no root field "usr"; did you mean "user" or "users"?'],
])('refuses "%s"', (fields, message) => {
  expect(() => selectFields(schema, fields)).toThrow(UsageError);
  expect(() => selectFields(schema, fields)).toThrow(message);
});
