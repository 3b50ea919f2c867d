import { expect, test } from 'vitest';
import { proposeField, textOf } from '../support/propose.ts';

const TYPES = `type Query { user(id: ID!): User }
  type User { id: ID! name: String orders(first: Int, after: String, ARGUMENTS): OrderConnection! }
  type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Order { id: ID! total: Int }
  input IdFilter { eq: ID } input UserFilter { id: IdFilter } enum UserKind { STAFF GUEST }`;

/** The variables of the list of one user's orders, which takes these arguments. */
async function variablesOf(args: string, inputs = ''): Promise<string> {
  const proposal = await proposeField(`${TYPES.replace('ARGUMENTS', args)} ${inputs}`, 'User.orders');
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
])('the id of the object in the path is no filter of its list: %s', async (_, args, inputs, variables) => {
  expect(await variablesOf(args, inputs)).toBe(variables);
});

test.each([
  ['of another object', 'authorId: ID', '$id: ID!, $authorId: ID'],
  ['that is required', 'userId: ID!', '$id: ID!, $userId: ID!'],
  ['that is no id', 'userKind: UserKind', '$id: ID!, $userKind: UserKind'],
])('a filter %s stays', async (_, args, variables) => {
  expect(await variablesOf(args)).toBe(variables);
});
