import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { isAuthenticated } from '../../../../src/gateway/access/isAuthenticated.ts';
import { requiredAccess } from '../../../../src/gateway/access/requiredAccess.ts';

const schema = buildSchema(/* GraphQL */ `
  directive @authenticated on FIELD_DEFINITION | OBJECT
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
  type Query {
    none: Int @deprecated
    caller: Int @authenticated
    scopes: Int @requiresScopes(scopes: [["a"]])
    both: Int @authenticated @requiresScopes(scopes: [["a"]])
  }
  extend type Query @authenticated
`);
const { none, caller, scopes, both } = schema.getQueryType()!.getFields();

test.each([
  ['nothing', none!, [], false],
  ['a caller', caller!, [[[]]], true],
  ['scopes', scopes!, [[['a']]], false],
  ['scopes, which imply a caller', both!, [[['a']]], true],
  ['a caller by its extension', schema.getQueryType()!, [[[]]], true],
])('an element can require %s', (_, element, required, authenticated) => {
  expect(requiredAccess(element)).toEqual(required);
  expect(isAuthenticated(element)).toBe(authenticated);
});
