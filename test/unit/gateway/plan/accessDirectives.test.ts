import { type GraphQLObjectType, buildSchema, extendSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { accessDirectives } from '../../../../src/gateway/plan/accessDirectives.ts';

const schema = extendSchema(
  buildSchema(`
    directive @requiresScopes(scopes: [[String!]!]!) repeatable on OBJECT | FIELD_DEFINITION
    directive @authenticated on OBJECT | FIELD_DEFINITION
    type Query @tag(name: "x") {
      open: Int @deprecated
      known: Int @authenticated
      scoped: Int @requiresScopes(scopes: [["a", "b"], ["c"]])
      short: Int @requiresScopes(scopes: "a") @authenticated
    }
    directive @tag(name: String) on OBJECT
  `),
  parse('extend type Query @requiresScopes(scopes: [["d"]]) @authenticated { other: Int }'),
);
const query = schema.getType('Query') as GraphQLObjectType;

test.each([
  ['open', []],
  ['known', ['@authenticated']],
  ['scoped', ['@requiresScopes(scopes: [["a","b"],["c"]])']],
  ['short', ['@authenticated', '@requiresScopes(scopes: [["a"]])']],
])('the access to the field %s is restricted by %j', (name, directives) => {
  expect(accessDirectives(query.getFields()[name]!)).toEqual(directives);
});

test('the access to a type is restricted by its extensions too', () => {
  expect(accessDirectives(query)).toEqual(['@authenticated', '@requiresScopes(scopes: [["d"]])']);
  expect(accessDirectives({})).toEqual([]);
});
