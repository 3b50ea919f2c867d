import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { proposeApi } from '../../../../src/authoring/propose/proposeApi.ts';
import { textOf } from './proposeSdl.ts';

const TYPES = `type Query { user(id: ID!): User }
  type User { id: ID! name: String orders(first: Int, after: String, ARGUMENTS): OrderConnection! }
  type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Order { id: ID! total: Int }
  input IdFilter { eq: ID } input UserFilter { id: IdFilter } enum UserKind { STAFF GUEST }`;

/** The variables of the list of one user's orders, which takes these arguments. */
function variablesOf(args: string, inputs = ''): string {
  const schema = buildSchema(`${TYPES.replace('ARGUMENTS', args)} ${inputs}`);
  const proposal = proposeApi(schema, { isChosen: (each) => each === 'User.orders', nested: ['User.orders'] });
  return /query \w+\(([^)]*)\)/.exec(textOf(proposal, 'orders')!)![1]!;
}

test.each([
  ['an argument', 'userId: ID, state: String', '', '$id: ID!, $state: String'],
  [
    'a field of a filter',
    'where: Where',
    'input Where { userId: ID user_id: ID state: String }',
    '$id: ID!, $state: String',
  ],
  ['an operator', 'where: Where', 'input Where { user: IdFilter state: String }', '$id: ID!, $state: String'],
  [
    'a filter by the object',
    'filter: Where',
    'input Where { user: UserFilter state: String }',
    '$id: ID!, $state: String',
  ],
])('the id of the object in the path is no filter of its list: %s', (_, args, inputs, variables) => {
  expect(variablesOf(args, inputs)).toBe(variables);
});

test.each([
  ['of another object', 'authorId: ID', '$id: ID!, $authorId: ID'],
  ['that is required', 'userId: ID!', '$id: ID!, $userId: ID!'],
  ['that is no id', 'userKind: UserKind', '$id: ID!, $userKind: UserKind'],
])('a filter %s stays', (_, args, variables) => {
  expect(variablesOf(args)).toBe(variables);
});
