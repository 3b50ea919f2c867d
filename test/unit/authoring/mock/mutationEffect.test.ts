import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { MockContext } from '../../../../src/authoring/mock/MockContext.ts';
import { mutationEffect } from '../../../../src/authoring/mock/mutationEffect.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/conventions/defaultConventions.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    user: User
  }
  type User {
    id: ID!
    cart: Cart
  }
  type Cart {
    id: ID!
  }
  type Payload {
    cart: Cart
    user: User
    errors: [UserError!]!
  }
  type DeletePayload {
    success: Boolean!
  }
  type UserError {
    id: ID!
  }
  type EdgePayload {
    userEdge: UserEdge
  }
  type UserEdge {
    node: User!
  }
  type Users {
    affected_rows: Int!
    returning: [User!]!
  }
  type Mutation {
    createUser: User
    userCreate: Payload
    insert_user_one: User
    insert_user: Users
    addUser: EdgePayload
    updateUser: User
    cartLinesUpdate: Payload
    deleteUser: Boolean!
    userDelete: DeletePayload!
    delete_user_by_pk: User
    removeItemFromCart: Cart
    ping: Boolean
  }
`);
const context = new MockContext(schema, DEFAULT_CONVENTIONS);

test.each([
  ['createUser', 'create', 'User', undefined],
  ['userCreate', 'create', 'User', 'user'],
  ['insert_user_one', 'create', 'User', undefined],
  ['insert_user', 'create', 'User', 'returning'],
  ['addUser', 'create', 'User', 'userEdge'],
  ['updateUser', 'update', 'User', undefined],
  ['cartLinesUpdate', 'update', 'Cart', 'cart'],
  ['deleteUser', 'delete', 'User', undefined],
  ['userDelete', 'delete', 'User', undefined],
  ['delete_user_by_pk', 'delete', 'User', undefined],
  ['removeItemFromCart', 'update', 'Cart', undefined],
  ['ping', 'update', undefined, undefined],
])('%s', (name, verb, type, fieldName) => {
  const effect = mutationEffect(schema.getMutationType()!.getFields()[name]!, context);
  expect({ ...effect, type: effect.type?.name }).toEqual({ verb, type, fieldName, isEdge: name === 'addUser' });
});
