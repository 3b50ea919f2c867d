import { buildSchema, type GraphQLObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { requiredScopes } from '../../../../src/gateway/access/requiredScopes.ts';

const schema = buildSchema(/* GraphQL */ `
  directive @deprecatedHere(scopes: [String]) on FIELD_DEFINITION
  directive @requiresScopes(scopes: [[String!]!]!, note: String) repeatable on FIELD_DEFINITION | OBJECT
  type Query @requiresScopes(scopes: [["type"]]) {
    none: Int @deprecatedHere(scopes: ["x"])
    one: Int @requiresScopes(scopes: [["a"]])
    all: Int @requiresScopes(scopes: [["a", "b"]])
    either: Int @requiresScopes(note: "n", scopes: [["a"], ["b", "c"]])
    unbracketed: Int @requiresScopes(scopes: "a")
    bracketedOnce: Int @requiresScopes(scopes: ["a", "b"])
    twice: Int @requiresScopes(scopes: [["a"]]) @requiresScopes(scopes: [["b"]])
  }
  extend type Query @requiresScopes(scopes: [["extension"]])
`);
const { none, ...fields } = schema.getQueryType()!.getFields();

test.each<[string, string[][][]]>([
  ['one', [[['a']]]],
  ['all', [[['a', 'b']]]],
  ['either', [[['a'], ['b', 'c']]]],
  ['unbracketed', [[['a']]]],
  ['bracketedOnce', [[['a'], ['b']]]],
  ['twice', [[['a']], [['b']]]],
])('%s requires %j', (name, expected) => {
  expect(requiredScopes(fields[name]!)).toEqual(expected);
});

test('nothing is required without the directive', () => {
  expect([requiredScopes(none!), requiredScopes({}), requiredScopes({ astNode: null })]).toEqual([[], [], []]);
});

test('extensions count too', () => {
  expect(requiredScopes(schema.getType('Query') as GraphQLObjectType)).toEqual([[['type']], [['extension']]]);
});

test('an element is read once, so that its requirements are the same objects', () => {
  expect(requiredScopes(fields['one']!)).toBe(requiredScopes(fields['one']!));
});

test('a directive without its argument requires a scope that nobody has', () => {
  const { directives } = buildSchema(
    'directive @requiresScopes on OBJECT type Query @requiresScopes { a: Int }',
  ).getQueryType()!.astNode!;
  expect(requiredScopes({ astNode: { directives } })).toEqual([[['undefined']]]);
});
