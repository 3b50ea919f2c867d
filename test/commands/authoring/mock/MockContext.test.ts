import { type GraphQLScalarType, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import type { ScalarConvention } from '../../../../src/gateway/plan/conventions/Conventions.ts';
import { executeMocked } from './support/executeMocked.ts';

const schemaOf = (id: string) =>
  buildSchema(/* GraphQL */ `
    scalar UUID
    scalar SafeInt
    type Query {
      user(id: ${id}!): User
      users: [User!]!
    }
    type Mutation {
      updateUser(id: ${id}!, name: String!): User!
      createUser(name: String!): User!
    }
    type User {
      id: ${id}!
      name: String!
    }
  `);
const OTHER = '4f9d6918-4a6b-4c8e-9b7e-0123456789ab';
const uuid = (last: string) => `00000000-0000-4000-8000-0000000000${last}`;

test.each<[string, Record<string, ScalarConvention>, unknown[], unknown, unknown]>([
  ['ID', {}, ['1', '2', '3', '51'], '51', 'x-7'],
  ['String', {}, ['1', '2', '3', '51'], '51', 'x-7'],
  ['Int', {}, [1, 2, 3, 51], 51, 4711],
  ['SafeInt', { SafeInt: { type: 'integer' } }, [1, 2, 3, 51], 51, 4711],
  ['UUID', { UUID: { type: 'string', format: 'uuid' } }, ['01', '02', '03', '51'].map(uuid), uuid('51'), OTHER],
  ['ID', { ID: { type: 'string', format: 'uuid' } }, ['01', '02', '03', '51'].map(uuid), uuid('51'), OTHER],
  ['ID', { ID: { type: 'integer' } }, ['1', '2', '3', '51'], '51', '4711'],
])('keys of the type %s, by %j', (type, scalars, listed, created, other) => {
  const execute = executeMocked(schemaOf(type), { scalars });
  expect(execute('mutation { createUser(name: "Ada") { id } }').createUser).toEqual({ id: created });
  expect(execute('{ users { id } }').users).toEqual(listed.map((id) => ({ id })));
  const read = `query ($id: ${type}!) { user(id: $id) { id name } }`;
  expect(execute(read, { id: created }).user).toEqual({ id: created, name: 'Ada' });
  execute(`mutation ($id: ${type}!) { updateUser(id: $id, name: "Bob") { id } }`, { id: other });
  expect(execute(read, { id: other }).user).toEqual({ id: other, name: 'Bob' });
});

test('an argument can be any value of code', () => {
  const wide = buildSchema('scalar Wide type Query { part(code: Wide!): Part } type Part { code: Wide! }');
  const scalar = wide.getType('Wide') as GraphQLScalarType;
  scalar.parseValue = (value) => BigInt(value as string);
  scalar.serialize = String;
  const read = 'query ($code: Wide!) { part(code: $code) { code } }';
  expect(executeMocked(wide)(read, { code: '12345678901234567890' }).part).toEqual({ code: '12345678901234567890' });
});
