import { type GraphQLObjectType, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { isErrorField, withoutErrors } from '../../../../src/authoring/mock/mockTypes.ts';

const schema = buildSchema(/* GraphQL */ `
  interface Error {
    message: String!
  }
  type OutOfStock implements Error {
    message: String!
  }
  type UserNotFound {
    message: String!
  }
  type AppProblem {
    id: ID!
  }
  type User {
    id: ID!
    report: AppProblem
    userErrors: [String!]!
    userOrError: UserOrError
    mirror: String
    lastFailure: UserNotFound
    problem: OutOfStock
  }
  union UserOrError = User | UserNotFound
  type Query {
    user: User
  }
`);
const type = (name: string) => schema.getType(name) as GraphQLObjectType;

test('errors are known by their names and interfaces', () => {
  const types = ['OutOfStock', 'UserNotFound', 'User', 'AppProblem'].map(type);
  expect(withoutErrors(types)).toEqual([type('User'), type('AppProblem')]);
  expect(withoutErrors([type('OutOfStock'), type('User')])).toEqual([type('User')]);
  expect(withoutErrors([type('OutOfStock')])).toEqual([type('OutOfStock')]);
});

test('fields of errors are known by their names and types', () => {
  const fields = Object.values(type('User').getFields());
  expect(fields.filter(isErrorField).map(({ name }) => name)).toEqual(['userErrors', 'lastFailure', 'problem']);
});

test('a result that is an object or an error is no error', () => {
  const { userOrError } = (type('User') as GraphQLObjectType).getFields();
  expect(isErrorField(userOrError!)).toBe(false);
});
