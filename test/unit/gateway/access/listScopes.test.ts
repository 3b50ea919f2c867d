import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { listScopes } from '../../../../src/gateway/access/listScopes.ts';

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
});

test('a schema without scopes has none', () => expect(listScopes(buildSchema('type Query { a: Int }'))).toEqual([]));
