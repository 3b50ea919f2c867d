import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { listRestrictedElements } from '../../../../src/gateway/access/listRestrictedElements.ts';

const DIRECTIVES = /* GraphQL */ `
  directive @authenticated on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
`;

test('types and fields are listed by their coordinates', () => {
  const schema = buildSchema(/* GraphQL */ `
    ${DIRECTIVES}
    type Query {
      open: Int @deprecated
      mine: Int @authenticated
      yours: T @requiresScopes(scopes: [["a"]])
      t: I
    }
    type T @requiresScopes(scopes: [["b"]]) {
      s: S
    }
    interface I @authenticated {
      f: Int @authenticated
    }
    extend type X @authenticated
    type X {
      x: Int
    }
    scalar S @authenticated
    enum E @requiresScopes(scopes: [["e"]]) {
      A
    }
    input P {
      p: Int
    }
  `);
  expect(listRestrictedElements(schema).sort()).toEqual(['E', 'I', 'I.f', 'Query.mine', 'Query.yours', 'S', 'T', 'X']);
});

test('a schema without restrictions has none', () => {
  expect(listRestrictedElements(buildSchema(`${DIRECTIVES} type Query { a: Int @deprecated }`))).toEqual([]);
});
