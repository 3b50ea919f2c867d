import { type GraphQLObjectType, buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { listScopes, requiredScopes } from '../../../../src/gateway/server.ts';

describe('requiredScopes', () => {
  const schema = buildSchema(/* GraphQL */ `
    directive @deprecatedHere(scopes: [String]) on FIELD_DEFINITION
    directive @requiresScopes(scopes: [[String!]!], note: String) repeatable on FIELD_DEFINITION | OBJECT
    type Query @requiresScopes(scopes: [["type"]]) {
      none: Int @deprecatedHere(scopes: ["x"])
      one: Int @requiresScopes(scopes: [["a"]])
      all: Int @requiresScopes(scopes: [["a", "b"]])
      either: Int @requiresScopes(note: "n", scopes: [["a"], ["b", "c"]])
      unbracketed: Int @requiresScopes(scopes: "a")
      bracketedOnce: Int @requiresScopes(scopes: ["a", "b"])
      twice: Int @requiresScopes(scopes: [["a"]]) @requiresScopes(scopes: [["b"]])
      # A scope that nobody has.
      without: Int @requiresScopes
    }
    extend type Query @requiresScopes(scopes: [["extension"]])
  `);
  const fields = schema.getQueryType()!.getFields();

  test.each<[string, string[][][]]>([
    ['none', []],
    ['one', [[['a']]]],
    ['all', [[['a', 'b']]]],
    ['either', [[['a'], ['b', 'c']]]],
    ['unbracketed', [[['a']]]],
    ['bracketedOnce', [[['a'], ['b']]]],
    ['twice', [[['a']], [['b']]]],
    ['without', [[['undefined']]]],
  ])('%s requires %j', (name, expected) => {
    expect(requiredScopes(fields[name]!)).toEqual(expected);
  });

  test('extensions count too, and what has no SDL requires nothing', () => {
    expect(requiredScopes(schema.getType('Query') as GraphQLObjectType)).toEqual([[['type']], [['extension']]]);
    expect([requiredScopes({}), requiredScopes({ astNode: null })]).toEqual([[], []]);
  });
});

test('the scopes of a schema are those of types and fields, sorted and unique', () => {
  const schema = buildSchema(/* GraphQL */ `
    directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
    type Query {
      a: T @requiresScopes(scopes: [["z", "b"], ["c"]])
      b: I
    }
    type T @requiresScopes(scopes: [["b"]]) {
      s: S
    }
    interface I @requiresScopes(scopes: [["i"]]) {
      f: Int @requiresScopes(scopes: [["f"]])
    }
    scalar S @requiresScopes(scopes: [["s"]])
    enum E @requiresScopes(scopes: [["e"]]) {
      A
    }
    input P {
      p: Int
    }
    union U = T
  `);
  expect(listScopes(schema)).toEqual(['b', 'c', 'e', 'f', 'i', 's', 'z']);
  expect(listScopes(buildSchema('type Query { a: Int }'))).toEqual([]);
});
